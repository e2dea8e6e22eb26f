import { documentedWords } from "./documented-words.ts";
import { stemWord } from "./fold-text.ts";

/** Words of requests on any topic. Written by hand, because documentation hardly has them. */
const askedWords =
  "able accept ago agree almost alone along already alright although always answer anybody anything appear approach area around ask away " +
  "back bad bare base bear become begin below bet better between big bit both bottom box bring broken bug build bunch busy button call care careful " +
  "case catch cause certain change check choose clean clear click close code come comment common compare complete computer concern confirm consider " +
  "contain content continue convert copy correct count couple course create current cut daily dark day deal decide deep default define " +
  "depend describe desk detail different difficult directory display do document doubt down draw drop early easy edit either else empty end " +
  "english enough entry error especially even evening ever every everybody everything exact example except exist expect explain extra eye face fact " +
  "fail fair far fast feel few field figure file fill final find fine finish first fit fix folder follow forget form format forward free friend front " +
  "full fun function general generate get give go good great group grow guess half hand handle happen hard head hear hello help hi high hint hold home " +
  "hope hour house huge idea ignore imagine important improve include information inside instead interest issue item job join jump keep key kind know " +
  "large last late later latest learn least leave left length less letter level light line link list little live load local location long look lot " +
  "low main maintain manage many mark matter mean meet member mention middle mind minute miss moment month morning move name near necessary " +
  "never new next nice night none normal note nothing notice now number object okay old one open option ordinary output outside page paragraph " +
  "part pass past path people person picture piece place plan play please point possible press pretty previous print probably problem program project " +
  "proper public pull purpose push put question quick quiet quite random rather read ready real reason recent remain remember remove rename repeat " +
  "replace request require respond rest result return rewrite right room round row run same save say screen search second section see " +
  "seem select sentence separate set several shape short side similar simple since single sit size slow small software somebody something " +
  "sometimes somewhere soon sorry sort sound source space special specific split stand start state stay step still stop story straight string strong " +
  "stuff sub subject suggest sum summary support suppose sure switch system take talk task team tell ten text thank thing think third " +
  "though three through time tiny title today together tomorrow tool top topic total touch toward track true try turn twice two type understand " +
  "unless update upgrade use useful user usual value view visible wait walk want warn watch way week welcome well whatever whole wide window " +
  "wish wonder word work world worry worth write wrong year yesterday";

/** How much a word of `askedWords` counts. */
const askedFactor = 0.4;
/** How many levels `documentedWords` has, from hardly frequent to in every paragraph. */
const levels = documentedWords.length;

let factors: ReadonlyMap<string, number> | undefined;

/** How much a token says about what a prompt is about: 1, or less if prompts and documents on any topic contain it. */
export function tellingFactor(token: string): number {
  factors ??= readFactors();
  return factors.get(token) ?? 1;
}

function readFactors(): ReadonlyMap<string, number> {
  const read = new Map<string, number>();
  for (const [level, words] of documentedWords.entries()) {
    for (const stem of words.split(" ")) read.set(stem, 1 - (level + 0.5) / levels);
  }
  for (const word of askedWords.split(" ")) {
    const stem = stemWord(word);
    read.set(stem, askedFactor * (read.get(stem) ?? 1));
  }
  return read;
}
