import { foldCase, foldMarks, stemWord } from "./fold-text.ts";

/** Words that connect others in a question: articles, pronouns, prepositions, conjunctions, auxiliaries and so on. */
const languages = {
  english:
    "a about after again all also am an and any are as at be because been before being but by can could did do does doing done for from had has have " +
    "having he her here hers him his how i if in into is it its just let like may me might mine more most much must my need no nor not of off on " +
    "once only or other our ours out over own please shall she should so some such than that the their theirs them then there these they this those " +
    "through to too under until up upon us very want was we were what when where whether which while who whom whose why will with within without " +
    "would yes yet you your yours",
  german:
    "aber als am an auch auf aus bei beim bin bis bist da damit dann das dass dem den der des die dies diese diesem diesen dieser dieses doch du durch " +
    "ein eine einem einen einer eines er es für haben hat ich ihr im in ist kann kein keine können man mein mich mir mit muss müssen nach nicht noch " +
    "nur ob oder sein sich sie sind so soll sollen über um und uns unser unter vom von vor wann warum was welche welcher welches wenn wer werden wie " +
    "wir wird wo zu zum zur",
  french:
    "à au aux avec ce ces cet cette comment dans de des doit du elle en es est et être il ils je la le les leur lui mais me mes moi mon ne nos notre " +
    "nous on ou où par pas pour pourquoi quand que quel quelle quelles quels qui quoi sa se ses si son sont sur ta te tes toi ton tu un une vos votre " +
    "vous",
  spanish:
    "al como cómo con cuál cuándo de debe del donde dónde el ella en entre es esta este esto está ha hay la las le lo los me mi más ni no nos o para " +
    "pero por porque que qué quién se si sin sobre son su sus también te tu un una uno unos y yo",
};

let functionWords: ReadonlySet<string> | undefined;

/** Whether a token is an English, German, French or Spanish function word, which says little about a question. */
export function isFunctionWord(token: string): boolean {
  functionWords ??= new Set(
    Object.values(languages).flatMap((words) => words.split(" ").map((word) => stemWord(foldCase(foldMarks(word))))),
  );
  return functionWords.has(token);
}
