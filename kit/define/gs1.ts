/** The check digit of a GS1 number that has none yet: weights 3 and 1 from the right (GS1 General Specifications, 7.9). */
export function gs1Digit(number: string): string {
  const sum = [...number].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}
