/** The registries whose names are known. */
export type Registry = "npm" | "pypi";

/** Names of much used packages, by registry. A name that is almost one of them is probably a trap. */
export const packageNames: Readonly<Record<Registry, ReadonlySet<string>>> = {
  npm: namesIn(`
    accepts acorn agent-base ajv amqplib angular ansi-regex ansi-styles anymatch apollo-client apollo-server archiver arg argparse array-flatten
    asap asn1 assert ast-types astro async async-retry autoprefixer ava aws-cdk aws-cdk-lib aws-sdk axios axios-retry babel-cli babel-core
    babel-eslint babel-jest babel-loader babel-preset-env balanced-match base64-js bcrypt bcryptjs better-sqlite3 big.js bignumber.js bl
    bluebird blessed bn.js body-parser bootstrap boxen brace-expansion braces browserify browserslist bson buffer bull bullmq bunyan busboy
    bytes cac camelcase canvas capacitor chai chai-as-promised chalk change-case chart.js cheerio chokidar chownr ci-info classnames
    clean-css cli-progress cli-spinners cli-table cli-table3 cliui clone clsx co color color-convert color-name colorette colors combined-stream
    commander commitizen commitlint compression concat-map concat-stream concurrently conf config connect connect-redis consola content-type
    conventional-changelog convict cookie cookie-parser cookie-session copy-webpack-plugin core-js core-util-is cors cosmiconfig coveralls
    crypto crypto-js cross-env cross-fetch cross-spawn css-loader css-tree csstype csv-parse csv-parser csv-stringify cypress
    cz-conventional-changelog d3 d3-array d3-scale dateformat date-fns dayjs debug decimal.js deep-equal deepmerge del delayed-stream denque
    depd dependency-cruiser destroy detect-libc detox diff discord.js docusaurus dompurify dotenv dotenv-cli dotenv-expand drizzle-kit
    drizzle-orm ee-first ejs electron electron-builder elasticsearch electron-store element-plus ember-cli emoji-regex emotion enhanced-resolve
    enquirer enzyme errno es-abstract esbuild escape-html escape-string-regexp escodegen eslint eslint-config-airbnb eslint-config-next
    eslint-config-prettier eslint-config-standard eslint-plugin-import eslint-plugin-jest eslint-plugin-jsx-a11y eslint-plugin-n
    eslint-plugin-node eslint-plugin-prettier eslint-plugin-promise eslint-plugin-react eslint-plugin-react-hooks eslint-plugin-unicorn
    eslint-plugin-vue esm espree esprima estraverse esutils ethers event-stream eventemitter3 events execa expect expo expo-cli express
    express-jwt express-rate-limit express-session express-validator extend faker fast-check fast-deep-equal fast-glob fast-xml-parser
    fastify fastq fetch-mock figlet file-loader file-type fill-range finalhandler find-up firebase firebase-admin firebase-functions
    firebase-tools flat flatted follow-redirects foreground-child forever form-data formidable formik framer-motion fresh fs-extra fsevents
    fuse.js gatsby gatsby-cli get-intrinsic get-port get-stream gh-pages glob glob-parent globals globby google-auth-library googleapis got
    graceful-fs graphql graphql-tag graphql-tools graphql-yoga grunt grunt-cli gsap gulp gulp-cli gulp-sass gulp-uglify handlebars hapi
    has-flag hbs helmet highlight.js history hoist-non-react-statics hono html-webpack-plugin htmlparser2 http-errors http-proxy
    http-proxy-agent http-proxy-middleware http-server https-proxy-agent husky i18next iconv-lite ieee754 ignore immer immutable import-local
    inflight inherits ini ink inquirer internmap intl-messageformat invariant ioredis ip ipaddr.js is-number is-plain-object isarray
    isomorphic-fetch isomorphic-git isexe istanbul jasmine jest jest-cli jest-environment-jsdom jest-mock jimp jiti joi jquery js-base64
    js-cookie js-tokens js-yaml jsdoc jsdom jsesc json-schema json-server json5 jsonfile jsonwebtoken jszip jwt-decode karma katex keyv kleur
    knex knip koa koa-router kysely lage langchain leaflet lefthook lerna less less-loader level libphonenumber-js lightningcss lint-staged
    listr listr2 lit live-server lodash lodash-es lodash.debounce lodash.get lodash.isequal lodash.merge log-symbols log4js loglevel long
    loose-envify lru-cache luxon magic-string make-dir mapbox-gl mariadb marked markdown-it material-ui mathjs mdast meow memoize-one
    merge2 merge-stream mermaid method-override methods micro micromatch mime mime-types mini-css-extract-plugin minimatch minimist minipass
    mjml mkdirp mobx mobx-react mocha mock-fs moment moment-timezone mongodb mongoose monaco-editor morgan mqtt mri ms msw multer mustache
    mute-stream mysql mysql2 nan nanoid nats ncp neo4j-driver nest nestjs next next-auth ng-packagr ngrok nightwatch nock node-abi node-cache
    node-cron node-fetch node-forge node-gyp node-ipc node-notifier node-pre-gyp node-redis node-releases node-sass node-schedule nodemailer
    nodemon nopt normalize-path npm npm-check-updates npm-run-all npmlog nunjucks nuxt nx nyc oauth object-assign object-hash object-inspect
    objection on-finished once openai ora ollama os-locale outdent ow p-limit p-map p-queue p-retry papaparse parcel parse5 parseurl passport
    passport-jwt passport-local path path-to-regexp pdf-lib pdfjs-dist pdfkit pg pg-promise phaser picocolors picomatch pino pino-pretty
    pinia piscina pkg playwright pm2 pnpm polished postcss postcss-cli postcss-loader preact prettier pretty-format prisma process prom-client
    prompts prop-types protobufjs proxy-agent pug pump puppeteer puppeteer-core qrcode qs query-string querystring queue quill ramda random
    range-parser raw-body rc react react-dom react-hook-form react-icons react-intl react-is react-native react-native-web react-query
    react-redux react-router react-router-dom react-scripts react-select react-spring react-table react-test-renderer react-transition-group
    read-pkg readable-stream readdirp recharts recoil redis redux redux-saga redux-thunk reflect-metadata regenerator-runtime registry-url
    release-it remark remix request request-promise require-directory reselect resolve restify retry rimraf rollup rollup-plugin-terser
    rxjs safe-buffer safer-buffer sanitize-html sass sass-loader sax scheduler semantic-release semver send sequelize sequelize-cli serve
    serve-static serverless set-blocking sharp shebang-command shelljs shx signal-exit simple-git sinon slash socket.io socket.io-client
    socks solc solid-js sortablejs source-map source-map-js source-map-support spawn-sync sqlite3 ssh2 standard standard-version statuses storybook
    string-width stringify-object strip-ansi strip-bom strip-json-comments stripe style-loader styled-components styled-jsx stylelint stylus
    sucrase superagent superstruct supertest supports-color svelte svelte-check svgo sweetalert2 swagger-ui-express swiper swr table tailwind-merge
    tailwindcss tape tar tar-fs tar-stream temp term-size terser terser-webpack-plugin testcafe three through through2 tiktoken tinycolor2
    tmp to-regex-range toidentifier tough-cookie tree-kill trough truffle ts-jest ts-loader ts-morph ts-node ts-node-dev tsconfig-paths tsc-watch
    tslib tslint tsup tsx tty-table turbo tweetnacl twilio type-check type-fest type-graphql type-is typedoc typeorm typescript
    typescript-eslint ua-parser-js uglify-js ulid uncrypto underscore undici unified uniq universalify unplugin unzipper update-notifier
    uri-js url url-loader urijs use-sync-external-store util util-deprecate utils-merge uuid uvu valibot validator vary verdaccio vercel viem vite
    vite-node vite-plugin-pwa vitepress vitest vue vue-cli vue-loader vue-router vuepress vuetify vuex wait-on watchpack web-vitals web3
    webdriverio webpack webpack-bundle-analyzer webpack-cli webpack-dev-server webpack-merge webpack-sources which whatwg-fetch wicg-inert
    winston winston-daily-rotate-file word-wrap workbox wrangler wrap-ansi wrappy ws xml2js xmlbuilder xmldom xo xstate xterm xtend y18n
    yallist yaml yargs yargs-parser yarn yauzl yeoman-generator yjs yo yup zod zone.js zustand zx
  `),
  pypi: namesIn(`
    absl-py accelerate aiobotocore aiofiles aiohttp aiosignal alembic altair annotated-types ansible ansible-core anthropic anyio apache-airflow
    apscheduler argcomplete argparse arrow asgiref asn1crypto astroid asttokens async-timeout asyncpg attrs autopep8 awscli azure-core
    azure-identity azure-storage-blob babel backoff bandit bcrypt beautifulsoup4 billiard black bleach blinker bokeh boto boto3 botocore bottle
    bs4 build cachetools celery certifi cffi chardet charset-normalizer cheroot click cloudpickle colorama coloredlogs colorlog conan
    configparser coverage cryptography cssselect cx-oracle cycler cython dagster dash dask databricks-cli datasets dbt-core debugpy decorator
    defusedxml dill distlib distributed distro django django-cors-headers django-debug-toolbar django-filter django-storages
    djangorestframework dnspython docker docker-compose docopt docutils duckdb ecdsa elasticsearch email-validator evaluate execnet fabric
    faker fastapi fastparquet fastavro filelock fire flake8 flask flask-cors flask-login flask-migrate flask-restful flask-sqlalchemy flit
    fonttools freezegun frozenlist fsspec future gensim gevent gitpython google-api-core google-api-python-client google-auth
    google-cloud-storage googleapis-common-protos gradio graphene graphviz greenlet grequests grpcio grpcio-tools gspread gunicorn h11 h5py
    hatch hatchling hiredis holidays html5lib httpcore httplib2 httptools httpx huggingface-hub hydra-core hypothesis identify idna imageio
    importlib-metadata importlib-resources inflection influxdb iniconfig invoke ipdb ipykernel ipython ipywidgets isodate isort itsdangerous
    jax jaxlib jedi jinja2 jmespath joblib jsonpatch jsonpath-ng jsonpickle jsonpointer jsonschema jupyter jupyter-client jupyter-core
    jupyterlab jwt kafka-python keras keyring kiwisolver kombu kubernetes langchain langchain-core langchain-openai langgraph lightgbm litellm
    llama-index locust loguru lxml mako markdown markdown-it-py markupsafe marshmallow matplotlib mccabe mercurial mkdocs mkdocs-material
    mlflow mock more-itertools moto motor mpmath msal msgpack multidict mypy mypy-extensions mysql-connector-python mysqlclient nbconvert
    nbformat networkx nltk nose notebook nox numba numexpr numpy oauthlib onnx onnxruntime openai opencv-python opencv-python-headless
    openpyxl opentelemetry-api opentelemetry-sdk optuna orjson packaging pandas pandas-stubs paramiko parso passlib pathlib2 pathspec
    pathtools patsy pdfminer.six pdfplumber pdm peewee pendulum pexpect pillow pip pip-tools pipdeptree pipenv pipx pkginfo platformdirs
    playwright plotly pluggy ply poetry poetry-core polars praw pre-commit prefect pre-commit-hooks prettytable prometheus-client
    prompt-toolkit protobuf psutil psycopg psycopg2 psycopg2-binary ptyprocess py py4j pyarrow pyasn1 pybind11 pycairo pycodestyle pycparser
    pycrypto pycryptodome pydantic pydantic-settings pydocstyle pydub pyflakes pygame pygithub pygments pyinstaller pyjwt pylint pymongo
    pymssql pymysql pynacl pynput pyodbc pyopenssl pyparsing pypdf pypdf2 pyperclip pyproject-api pyqt5 pyqt6 pyrsistent pyserial pysocks
    pyspark pytest pytest-asyncio pytest-cov pytest-django pytest-mock pytest-xdist python-dateutil python-docx python-dotenv python-jose
    python-magic python-multipart python-slugify pytorch pytorch-lightning pytz pyvirtualdisplay pywin32 pyyaml pyzmq qrcode rasterio ray
    redis regex reportlab requests requests-mock requests-oauthlib requests-toolbelt responses rich robotframework rope rpds-py rq rsa
    ruamel.yaml ruff s3fs s3transfer sacrebleu safetensors sagemaker scapy scikit-image scikit-learn scipy scrapy seaborn selenium
    sentence-transformers sentencepiece sentry-sdk setuptools setuptools-scm shapely shellingham simplejson six smmap sniffio
    snowflake-connector-python snowballstemmer sortedcontainers soupsieve spacy sphinx sphinx-rtd-theme sqlalchemy sqlmodel sqlparse
    sshtunnel stack-data starlette statsmodels stevedore streamlit structlog sympy tabulate tavily-python telethon tenacity tensorboard
    tensorflow termcolor text-unidecode textual threadpoolctl thrift tiktoken timm tokenizers toml tomli tomlkit toolz torch torchaudio
    torchvision tornado tox tqdm traitlets transformers trio tweepy twilio twine twisted typer typing-extensions tzdata tzlocal ujson
    unidecode urllib3 uv uvicorn uvloop vcrpy virtualenv waitress wandb watchdog watchfiles wcwidth weasyprint web3 webencodings websocket-client
    websockets werkzeug wheel whitenoise wrapt wtforms xarray xgboost xlrd xlsxwriter xlwt xmltodict yapf yarl youtube-dl yt-dlp zipp zope.interface
  `),
};

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
