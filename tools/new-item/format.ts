import { addByKey, addToList, write, type Generator, type Named } from './files.ts'

export const format: Generator = (item) => [
  write(`catalogue/formats/${item.file}/${item.file}.ts`, declaration(item)),
  write(`catalogue/formats/${item.file}/${item.file}.server.ts`, body(item)),
  addToList('catalogue/formats/all.ts', item.variable, `./${item.file}/${item.file}.ts`),
  addByKey(
    'catalogue/formats/all.server.ts',
    item.key,
    `${item.variable}Body`,
    `./${item.file}/${item.file}.server.ts`,
  ),
]

const declaration = ({
  key,
  file,
  variable,
  title,
}: Named) => `import { defineFormat } from '@weft/kit/define/format.ts'
import { encodingLabel, encodingOption } from '@weft/kit/encoding/encodings.ts'
import { z } from 'zod'

export const ${variable} = defineFormat({
  key: '${key}',
  extensions: ['${file}'],
  media_types: ['text/x-${file}'],
  options: z.object({ encoding: encodingOption }),
  labels: { title: { en: '${title}', de: '${title}' }, fields: { encoding: encodingLabel } },
})
`

/** One text a line: the smallest format there is, in constant memory and resumable. */
const body = ({ file, variable }: Named) => `import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { Batches } from '@weft/kit/define/batches.ts'
import { defineFormatBody } from '@weft/kit/define/format.ts'
import { writeBatches } from '@weft/kit/define/write-batches.server.ts'
import { decode } from '@weft/kit/encoding/decode.server.ts'
import { encoder } from '@weft/kit/encoding/encode.server.ts'
import { ${variable} } from './${file}.ts'

export const ${variable}Body = defineFormatBody(${variable}, {
  async *read(source, { encoding }, cursor) {
    const batches = new Batches('line')
    const behind = typeof cursor === 'number' ? cursor : 0
    let line = 0
    for await (const text of createInterface({ input: Readable.from(decode(source, encoding)), crlfDelay: Infinity })) {
      line++
      if (line <= behind || text === '') continue
      batches.add({ text }, text.length, line)
      if (batches.full) yield batches.take(line)
    }
    if (!batches.empty) yield batches.take(line)
  },

  write(batches, { encoding }, target) {
    const bytes = encoder(encoding, (sign) => sign)
    return writeBatches(batches, target, {
      batch: (records) => bytes(records.map(({ text }) => \`\${String(text)}\\n\`).join('')),
    })
  },

  detect: () => ({ options: {}, findings: [], confidence: 0 }),
})
`
