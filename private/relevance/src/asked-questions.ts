import type { Question } from "./questions.ts";

/** Questions by the rule that answers them, as users ask while they work. They were written before rules were found by evidence. */
const asked: Readonly<Record<string, readonly string[]>> = {
  "branch-names": ["create a branch for PAY-431", "what do I call the branch for this bug fix?"],
  "commit-messages": ["commit this with a good message", "how long may the first line of a commit be?"],
  "squash-merge": ["merge the pull request into main", "can I force-push to main?"],
  "money-as-integers": [
    "which type should the amount column have?",
    "add a discount of 12.5 % to the invoice amount and round it",
  ],
  "currency-formatting": ["show the price in euros on the product page", "format the price for German users"],
  "utc-timestamps": ["save when the order was shipped as a timestamp", "in which time zone do we store dates?"],
  "sql-migrations": ["add a column for the phone number to the customers table", "write a migration that drops the legacy index"],
  "sql-parameters": [
    "build the search query from what the user typed",
    "sort the SQL result by a column that the client chooses",
  ],
  "n-plus-one": ["load the author of each post in the loop", "the GraphQL resolver runs one query for every order"],
  transactions: ["write the order and its items together so that both or none are saved", "retry a failed database transaction"],
  "secrets-in-env": ["where do I put the API key of Stripe?", "add a password for the SMTP server to the configuration"],
  "password-hashing": ["store the password of a new user", "which hash function do we use for passwords?"],
  "jwt-validation": ["check the access token of the request", "how long is a JWT valid?"],
  "input-validation": ["validate the body of the signup request", "return 400 if the email field is missing"],
  "rest-naming": ["name the endpoint that returns all invoices of a customer", "should a REST path be singular or plural?"],
  "error-responses": [
    "what does the API return when the order does not exist?",
    "return a proper error to the HTTP client instead of the stack trace",
  ],
  pagination: ["page the list of customers", "use offset and limit for the next page?"],
  "idempotency-keys": [
    "a customer was charged twice because the client sent the payment again",
    "make POST /payments safe to retry",
  ],
  "rate-limits": ["limit how many requests a client may send", "which status code do we send to clients that call too often?"],
  "react-components": ["write a React component for the address form", "convert this class component"],
  "react-effects": [
    "update the total in a useEffect when the cart changes",
    "the effect does not unsubscribe when the component unmounts",
  ],
  accessibility: ["make the date picker usable with the keyboard", "which contrast do texts need?"],
  "css-tokens": ["make the button blue", "set the padding of the card to 16 pixels"],
  "typescript-strict": ["this variable is any, what do I write instead?", "turn on strict mode of the TypeScript compiler"],
  "named-exports": ["export default the parser", "add an index.ts that re-exports everything"],
  "python-style": ["format the Python script", "use a dict or a dataclass for the record?"],
  "python-dependencies": ["add the requests package to the Python service", "pin the version of numpy in pyproject.toml"],
  "go-errors": ["return the error from the Go function", "may I panic in this Go handler?"],
  "go-context": ["stop the goroutine when the request is cancelled", "where does the ctx parameter go?"],
  "rust-unwrap": ["call unwrap on the parsed config in Rust", "which error type do I return from the Rust crate?"],
  "cpp-ownership": ["allocate the buffer with new in C++", "who deletes the raw pointer?"],
  "csharp-async": ["make the C# repository method asynchronous", "wait for the task with .Result"],
  "java-null": ["return null if the customer is not found in Java", "use Optional for the parameter"],
  "unit-tests": ["write a unit test for the discount calculation", "mock the clock in the test"],
  "flaky-tests": ["the checkout test is flaky, add a retry", "quarantine a test that fails intermittently"],
  "test-data": ["create a test order with two items", "copy some production data into the test fixtures"],
  "end-to-end-tests": ["write a Playwright test for the login", "find the button by its CSS class in the browser test"],
  logging: ["log the order id when the payment fails", "may the email address appear in the logs?"],
  metrics: ["add a Prometheus metric for the latency", "set up an alert for slow answers"],
  "feature-flags": ["hide the new checkout behind a flag", "remove the feature flag of the old search"],
};

/** The first question of each rule, then the second: each half asks about every rule. */
export const askedQuestions: readonly Question[] = [0, 1].flatMap((at) =>
  Object.entries(asked).map(([rule, texts]): Question => ({ kind: "exact", text: texts[at] ?? "", answers: [rule] })),
);
