/** Whether 12 to 19 digits, in groups or not, have the check digit of Luhn: numbers of payment cards. */
export function hasLuhnDigit(text: string): boolean {
  const digits = text.replace(/[ -]/g, "");
  if (!/^\d{12,19}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + luhnValueOf(Number(digit), at % 2 === 1), 0);
  return sum % 10 === 0;
}

function luhnValueOf(digit: number, isDoubled: boolean): number {
  if (!isDoubled) return digit;
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}

/**
 * Whether a text is an International Bank Account Number (ISO 13616) with correct check digits. The lengths of
 * countries are not compared.
 */
export function isIban(text: string): boolean {
  const compact = text.replace(/ /g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  const moved = compact.slice(4) + compact.slice(0, 4);
  // A letter stands for two digits, A for 10.
  const rest = [...moved].reduce((value, character) => {
    const number = Number.parseInt(character, 36);
    return (value * (number < 10 ? 10 : 100) + number) % 97;
  }, 0);
  return rest === 1;
}
