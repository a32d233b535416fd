export type Example = { headers: Record<string, string>; body: string }

/** A command that sends the example, for a shell as POSIX has it. */
export const curlOf = (address: string, { headers, body }: Example): string =>
  [
    `curl -X POST ${quoted(address)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  -d ${quoted(body)}`,
  ].join(' \\\n')

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
