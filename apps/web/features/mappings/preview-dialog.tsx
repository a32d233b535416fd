import type { Others } from '@weft/engine/mapping/check/further.ts'
import type { MappedStructure } from '@weft/designers/mapping/rows.ts'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { sampleOrigins, type SampleOrigin } from '@weft/kit/define/sample-origin.ts'
import { CodeEditor } from '@weft/kit/ui/code-editor.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Select } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSamples } from './api.ts'
import s from './mappings.module.css'
import { useTransformers } from './use-transformers.ts'
import { usePreview } from './use-preview.ts'

const texts = defineMessages({
  title: { en: 'Preview', de: 'Vorschau' },
  records: {
    en: 'Source records; change them or paste your own',
    de: 'Quelldatensätze; ändern Sie sie oder fügen Sie eigene ein',
  },
  result: {
    en: 'Result: {count, plural, one {# record} other {# records}}',
    de: 'Ergebnis: {count, plural, one {# Datensatz} other {# Datensätze}}',
  },
  wrong: { en: 'This is not a list of records as JSON yet.', de: 'Das ist noch keine Liste von Datensätzen als JSON.' },
  rejected: { en: 'Rejected', de: 'Abgelehnt' },
  at: { en: 'Record {number, number}, {field}: {reason}', de: 'Datensatz {number, number}, {field}: {reason}' },
})

const originTexts = defineMessages({
  from: { en: 'Taken from', de: 'Genommen aus' },
  own: { en: 'Your own', de: 'Eigene' },
  records: { en: 'Newest records', de: 'Neueste Datensätze' },
  run: { en: 'Last run', de: 'Letzter Lauf' },
  file: { en: 'Sample file of the model', de: 'Beispieldatei des Modells' },
  nothing: { en: 'There are none there. What stands below stays.', de: 'Dort gibt es keine. Was unten steht, bleibt.' },
})

const most = 100

/** Sample records on the left, what becomes of them on the right, while either changes. */
export function PreviewDialog({
  definition,
  source,
  target,
  others,
  samples,
  onClose,
}: {
  definition: MappingDefinition
  source: MappedStructure
  target: MappedStructure
  others: Others
  samples: { id: string; records: readonly DataRecord[]; from: SampleOrigin | null }
  onClose(): void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [text, setText] = useState(() => asText(samples.records))
  const records = useMemo(() => readRecords(text), [text])
  const { traces } = usePreview({ definition, source, target, others }, records ?? none, useTransformers())
  const out = traces.flatMap((trace) => trace.out ?? [])
  const rejected = traces.flatMap((trace, i) =>
    trace.rejected
      ? [{ number: i + 1, field: trace.rejected.field ?? '–', reason: say(trace.rejected.reason, language) }]
      : [],
  )
  return (
    <Dialog onClose={onClose} title={t.title()} size="min(1180px, 94vw)">
      <div className={s['preview']}>
        <section aria-label={t.records()}>
          <h3>{t.records()}</h3>
          <SamplesFrom samples={samples} onTake={(records) => setText(asText(records))} />
          <div className={s['editor']}>
            <CodeEditor value={text} onChange={setText} language="json" label={t.records()} />
          </div>
          {!records && <p className={s['wrong']}>{t.wrong()}</p>}
        </section>
        <section aria-label={t.result({ count: out.length })}>
          <h3>{t.result({ count: out.length })}</h3>
          <div className={s['editor']}>
            <CodeEditor
              value={JSON.stringify(out, null, 2)}
              language="json"
              label={t.result({ count: out.length })}
              readOnly
            />
          </div>
          {rejected.length > 0 && (
            <ul className={s['rejected']} aria-label={t.rejected()}>
              {rejected.map((one) => (
                <li key={one.number}>{t.at(one)}</li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </Dialog>
  )
}

const asText = (records: readonly DataRecord[]) =>
  JSON.stringify(records.length > 0 ? records.slice(0, 5) : [{}], null, 2)

type FromProps = { samples: { id: string; from: SampleOrigin | null }; onTake(records: readonly DataRecord[]): void }

/** Takes records from somewhere else. */
function SamplesFrom({ samples: { id, from: begun }, onTake }: FromProps) {
  const t = useTexts(originTexts)
  const [from, choose] = useState<SampleOrigin | undefined>(begun ?? undefined)
  const { data, isFetching } = useSamples(id, from)
  const taken = useRef(begun)
  useEffect(() => {
    if (!data || isFetching || from === undefined || taken.current === from) return
    taken.current = from
    if (data.source.length > 0) onTake(data.source)
  }, [data, isFetching, from, onTake])
  return (
    <div className={s['from']}>
      <Select
        size="xs"
        label={t.from()}
        placeholder={t.own()}
        value={from ?? null}
        data={sampleOrigins.map((origin) => ({ value: origin, label: t[origin]() }))}
        onChange={(origin) => choose((origin ?? undefined) as SampleOrigin | undefined)}
      />
      {from && data && !isFetching && data.source.length === 0 && <p role="status">{t.nothing()}</p>}
    </div>
  )
}

const none: DataRecord[] = []

function readRecords(text: string): DataRecord[] | undefined {
  try {
    const parsed = parseJson(text)
    const list = Array.isArray(parsed) ? parsed : [parsed]
    return list.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
      ? (list.slice(0, most) as DataRecord[])
      : undefined
  } catch {
    return undefined
  }
}
