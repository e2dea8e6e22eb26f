/** How a question reaches an agent: alone, in a polite sentence, or in the description of a task that is about other things, too. */
export type Wrapping = "bare" | "polite" | "task";

const polite: readonly ((question: string) => string)[] = [
  (question) => `Hi there, could you please help me with something: ${question} Thanks a lot in advance!`,
  (question) => `I would be grateful if you took a look at this when you have a minute. ${question} No hurry at all.`,
  (question) => `Good morning! Quick one before the stand-up, I hope you don't mind: ${question}`,
  (question) => `Sorry to bother you again, but I was wondering about the following and could not find it anywhere: ${question}`,
  (question) => `Okay great, that worked. Now the next thing I'd like you to do, if that's alright: ${question}`,
  (question) => `As discussed with the team yesterday, would you be so kind as to take care of this one as well? ${question}`,
];

const tasks: readonly ((question: string) => string)[] = [
  (question) =>
    "We are preparing the demo for the customer visit on Thursday and there is a short list of things left to do. The page with the " +
    "opening hours still shows last year's holidays, the header overlaps the picture on small screens, and the imprint has a typo in the " +
    `second paragraph. Besides that: ${question} When you are done, write me a short summary of what you changed so that I can send ` +
    "it to the people in marketing.",
  (question) =>
    "Continue with the work from yesterday. You had moved the three helper scripts to the tools folder and updated the readme, but the " +
    "table of contents still points to the old places, and one of the scripts prints a warning on macOS because the shell there is " +
    `older. Then there is one more thing. ${question} Please work step by step, ask me if anything is unclear, and do not touch the ` +
    "files in the vendor folder since they are generated.",
  (question) =>
    "Context: this repository contains the booking service of a small hotel chain. Guests choose a room, an arrival and a departure, and " +
    "get a confirmation by mail. Lately the front desk complained that the calendar jumps back to the current month after every click and " +
    `that the printout cuts off long names. Look into both. In addition, ${question} Keep the changes small, because the ` +
    "release is next week and nobody has much time to read them.",
  (question) =>
    "I pulled the latest changes this morning and now the program starts noticeably slower than before; it hangs for some seconds right " +
    "after the splash screen and the fan gets loud. My guess is that it reads the whole picture library again although nothing changed " +
    `there. Find out what happens. While you are at it: ${question} Afterwards tell me which parts you were not sure about, ` +
    "list the open points, and suggest what we should look at next.",
  (question) =>
    "The newsletter editor needs some love. Editors want to drag paragraphs up and down, undo more than one step, and paste from Word " +
    "without the strange fonts. There is an old prototype of the drag handle in the playground folder, take from it whatever is useful " +
    `and throw away the rest. Another point that came up in the same meeting: ${question} If you think that it is too much for one ` +
    "go, do the first half now and explain the plan for the rest.",
];

/** Wraps a question. `index` selects one of several texts. */
export function wrapQuestion(question: string, wrapping: Wrapping, index: number): string {
  if (wrapping === "bare") return question;
  const texts = wrapping === "polite" ? polite : tasks;
  return (texts[index % texts.length] as (question: string) => string)(question);
}
