/** One line for people and for whatever collects them. */
export const say = (text: string) =>
  void process.stdout.write(`${new Date().toISOString()} ${text.replaceAll(/[\r\n]+/g, ' ')}\n`)
