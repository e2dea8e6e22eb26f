/**
 * - `exact`: uses words of the rule.
 * - `identifier`: contains an identifier, or a part of one, in another style than the rule.
 * - `typo`: has typing errors.
 * - `paraphrase`: asks in other words.
 * - `unspaced`: is in a language without spaces between words, or one whose words are indexed as groups of characters.
 * - `unanswered`: no rule answers it.
 */
export const questionKinds = ["exact", "identifier", "typo", "paraphrase", "unspaced", "unanswered"] as const;

export type QuestionKind = (typeof questionKinds)[number];

/** A question, and the ids of the rules that answer it. */
export interface Question {
  readonly kind: QuestionKind;
  readonly text: string;
  /** The first one answers best. Empty for `unanswered`. */
  readonly answers: readonly string[];
}

function questions(
  kind: QuestionKind,
  list: readonly (readonly [text: string, ...answers: readonly string[]])[],
): readonly Question[] {
  return list.map(([text, ...answers]) => ({ kind, text, answers }));
}

/** Questions as an agent would ask them. They were written before any parameter of the search was chosen. */
export const relevanceQuestions: readonly Question[] = [
  ...questions("exact", [
    ["What is the format of commit messages?", "commit-messages"],
    ["How should I name a new branch?", "branch-names"],
    ["Which default page size do list endpoints have?", "pagination"],
    ["wrap errors in Go", "go-errors"],
    ["add a readiness probe to a Kubernetes container", "kubernetes-resources"],
    ["Wie sollen Fehlermeldungen für Benutzer formuliert sein?", "fehlermeldungen"],
    ["Où mettre les textes traduits de l'interface ?", "traductions"],
    ["komentare verejnych funkci", "preklady-rozhrani"],
  ]),
  ...questions("identifier", [
    ["create_test_order", "test-data"],
    ["call verifyWebhookSignature in the handler", "webhook-signatures"],
    ["with transaction", "transactions"],
    ["number format of prices", "currency-formatting"],
    ["C# cancellation token", "csharp-async"],
    ["unique_ptr in C++", "cpp-ownership"],
  ]),
  ...questions("typo", [
    ["pasword hashng", "password-hashing"],
    ["kuberntes manifest", "kubernetes-resources"],
    ["databse migratoin", "sql-migrations"],
    ["acessibility of images", "accessibility"],
    ["idempotancy keys for payments", "idempotency-keys"],
    ["teraform state", "terraform-state"],
  ]),
  ...questions("paraphrase", [
    ["May I use floats to represent the price of a product?", "money-as-integers"],
    ["Where do credentials for third-party services go?", "secrets-in-env"],
    ["The service is down. What do we do first?", "incident-response"],
    ["How do I test code that depends on the current time?", "unit-tests"],
    ["Can I add a new table column directly in production?", "sql-migrations"],
    ["My test only fails sometimes on the build server", "flaky-tests"],
    ["How big may a pull request be?", "code-review", "squash-merge"],
    ["Roll out an incomplete feature to some customers", "feature-flags"],
  ]),
  ...questions("unspaced", [
    ["数据库事务应该怎么写？", "zh-database"],
    ["如何处理异常和记录日志", "zh-exception"],
    ["変数名の付け方", "ja-naming"],
    ["レビューはいつまでに返すべきか", "ja-review"],
    ["ต้องเขียนการทดสอบหน่วยหรือไม่", "th-testing"],
    ["주석을 어떻게 작성해야 하나요", "ko-comments"],
  ]),
  ...questions("unanswered", [
    ["What is the best recipe for sourdough bread?"],
    ["How do I train a neural network on images of cats?"],
    ["Which font does the company logo use?"],
    ["Book a flight to Lisbon for next Thursday"],
    ["Wann öffnet die Kantine?"],
    ["今天天气怎么样"],
  ]),
];

/** More questions that no rule answers. They were written after the parameters were chosen, to test the default minimum score. */
export const laterQuestions: readonly Question[] = questions("unanswered", [
  ["Who won the football world cup in 1998?"],
  ["How many vacation days do I have?"],
  ["What time does the train to Prague leave?"],
  ["Write a poem about autumn leaves"],
  ["How tall is Mount Everest?"],
  ["Order new chairs for the meeting room"],
  ["Which phone plan should I buy for my mother?"],
  ["Explain photosynthesis to a child"],
  ["Translate this letter to Latin"],
  ["Where can I park my bicycle?"],
  ["Draw a map of the office"],
  ["Why is my laptop fan so loud?"],
  ["How do I configure Webpack loaders for SVG sprites?"],
  ["What is the capital of Australia?"],
  ["Which Elixir supervision strategy should I pick?"],
  ["Does the gym have a shower?"],
  ["Combien coûte un café à Paris ?"],
  ["Wie hoch ist die Miete der Wohnung?"],
  ["最好吃的火锅店在哪里"],
  ["明日の天気はどうですか"],
  ["โรงอาหารเปิดกี่โมง"],
  ["점심 메뉴가 뭐예요"],
  ["Set up a Kafka consumer group with exactly-once delivery"],
  ["Optimise the shader of the water surface"],
]);
