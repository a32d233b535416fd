import { typeKey } from '@weft/kit/integrations/suggest.ts'

/** Types in the short words databases use: they are names, in no language. */
const short: Partial<Record<string, string>> = {
  long_text: 'text',
  date_time: 'timestamptz',
  big_integer: 'bigint',
  integer: 'int',
}

export const typeName = (type: Parameters<typeof typeKey>[0]) => {
  const key = typeKey(type)
  return short[key] ?? key
}
