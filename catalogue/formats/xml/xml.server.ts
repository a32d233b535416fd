import { SaxesParser } from 'saxes'
import { Batches } from '@weft/kit/define/batches.ts'
import { defineFormatBody } from '@weft/kit/define/format.ts'
import { nestingDepth } from '@weft/kit/define/limits.ts'
import { writeBatches } from '@weft/kit/define/write-batches.server.ts'
import { decode } from '@weft/kit/encoding/decode.server.ts'
import { detectEncoding, headText } from '@weft/kit/encoding/detect.server.ts'
import { encoder } from '@weft/kit/encoding/encode.server.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { bothLanguages, defineMessages } from '@weft/kit/messages/messages.ts'
import { XmlRecords } from './records.ts'
import { element } from './write.ts'
import { xml } from './xml.ts'

const texts = defineMessages({
  repeated: {
    en: '{count, plural, one {# tag} other {# tags}} of this name in the sample, all below the same tag.',
    de: '{count, plural, one {# Tag} other {# Tags}} dieses Namens in der Stichprobe, alle unter demselben Tag.',
  },
  once: {
    en: 'No tag occurs repeatedly; each child of the root is a record.',
    de: 'Kein Tag kommt mehrfach vor; jedes Kind der Wurzel ist ein Datensatz.',
  },
})

export const xmlBody = defineFormatBody(xml, {
  async *read(source, options, cursor) {
    const parser = new XmlRecords(options)
    const batches = new Batches('entry')
    let passed = 0
    const behind = (cursor as { records: number } | undefined)?.records ?? 0
    function* drain() {
      for (const { record, characters } of parser.ready.splice(0)) {
        if (passed++ < behind) continue
        batches.add(record, characters, passed)
        if (batches.full) yield batches.take({ records: passed })
      }
    }
    for await (const piece of decode(source, options.encoding, declaredIn)) {
      parser.feed(piece)
      yield* drain()
    }
    parser.end()
    yield* drain()
    if (!batches.empty) yield batches.take({ records: passed })
  },

  write(batches, { encoding, root_tag, target_tag }, target) {
    const bytes = encoder(encoding, (character) => `&#${character.codePointAt(0)};`)
    const tag = target_tag || 'record'
    return writeBatches(batches, target, {
      start: () =>
        bytes(
          `<?xml version="1.0" encoding="${encoding === 'utf-8-bom' ? 'utf-8' : encoding.replace(/^(utf-(?:16|32)).*/, '$1')}"?>\n<${root_tag}>\n`,
        ),
      batch: (records) => bytes(records.map((record) => element(tag, record) + '\n').join('')),
      end: () => bytes(`</${root_tag}>\n`),
    })
  },

  detect(head) {
    const found = detectEncoding(head, declaredIn(head))
    const text = headText(head, found.encoding)
    const tag = repeatedTag(text)
    return {
      options: { encoding: found.encoding, target_tag: tag?.name ?? '' },
      findings: [
        { option: 'encoding', confidence: found.confidence, reason: found.reason },
        {
          option: 'target_tag',
          confidence: tag ? Math.min(0.97, 0.6 + tag.count / 20) : 0.4,
          reason: bothLanguages(tag ? texts.repeated({ count: tag.count }) : texts.once()),
        },
      ],
      confidence: /^\s*<(\?xml|!|[A-Za-z_])/.test(text) ? 0.98 : 0,
    }
  },
})

/** The encoding the XML declaration names. */
const declaredIn = (head: Uint8Array) =>
  /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding=["']([\w.:-]+)["']/.exec(
    Buffer.from(head.subarray(0, 300)).toString('latin1'),
  )?.[1]

/** The tag nearest to the root that occurs more than once below the same tag. */
function repeatedTag(text: string): { name: string; count: number } | undefined {
  const parser = new SaxesParser()
  const counts = new Map<string, { name: string; count: number; depth: number }>()
  const open: string[] = []
  parser.on('error', heardElsewhere) // whoever reads the whole file is told what is wrong with it
  parser.on('opentag', ({ name }) => {
    open.push(name)
    if (open.length > nestingDepth) return
    const path = open.join('/')
    const entry = counts.get(path) ?? { name, count: 0, depth: open.length }
    entry.count++
    if (open.length > 1) counts.set(path, entry)
  })
  parser.on('closetag', () => open.pop())
  parser.write(text)
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => a.depth - b.depth || b.count - a.count)[0]
}
