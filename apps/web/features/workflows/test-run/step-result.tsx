import { Button, Tabs } from '@mantine/core'
import { verdicts, type Verdict } from '@weft/kit/define/comparison.ts'
import { StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { useState } from 'react'
import s from './test-result.module.css'
import { resultTexts } from './texts.ts'
import type { Preview } from './use-test-run.ts'

export const verdictTones: Record<Verdict, Tone> = {
  added: 'green',
  changed: 'amber',
  unchanged: 'slate',
  removed: 'pink',
  refused: 'red',
  held_back: 'blue',
}
type Compared = NonNullable<Preview['records'][Verdict]>[number]

type Props = {
  preview: Preview
  /** What is compared lies in another system. */
  isForeign: boolean
  onStep(): void
}

/** What would become of the records of one step: how many of each kind, and the first of them. */
export function StepResult({ preview, isForeign, onStep }: Props) {
  const t = useTexts(resultTexts)
  const formats = useFormats()
  const { how, counts } = preview
  const always: readonly Verdict[] = how === 'compared' ? ['added', 'changed', 'unchanged', 'refused'] : ['held_back']
  const kinds = verdicts.filter((verdict) => always.includes(verdict) || (counts[verdict] ?? 0) > 0)
  const [chosen, choose] = useState<Verdict>()
  const shown = chosen ?? (counts.changed ? 'changed' : (kinds.find((verdict) => counts[verdict]) ?? kinds[0]!))
  const all = kinds.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0)
  return (
    <div className={s['step']}>
      <div className={s['bar']} aria-hidden>
        {kinds.map((verdict) => (
          <i
            key={verdict}
            style={{ ...toneStyle(verdictTones[verdict]), flexGrow: (counts[verdict] ?? 0) / (all || 1) }}
          />
        ))}
      </div>
      <Tabs value={shown} onChange={(verdict) => choose(verdict as Verdict)} keepMounted={false} className={s['tabs']}>
        <Tabs.List>
          {kinds.map((verdict) => (
            <Tabs.Tab key={verdict} value={verdict}>
              <StatusDot tone={verdictTones[verdict]}>{t[verdict]()}</StatusDot>{' '}
              <span>{formats.number(counts[verdict] ?? 0)}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {kinds.map((verdict) => (
          <Tabs.Panel key={verdict} value={verdict} className={s['panel']}>
            <Records verdict={verdict} records={preview.records[verdict] ?? []} onStep={onStep} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Foot verdict={shown} preview={preview} isForeign={isForeign && how === 'compared'} />
    </div>
  )
}

function Foot({ verdict, preview, isForeign }: { verdict: Verdict; preview: Preview; isForeign: boolean }) {
  const t = useTexts(resultTexts)
  const formats = useFormats()
  const count = preview.counts[verdict] ?? 0
  const shown = preview.records[verdict]?.length ?? 0
  return (
    <p className={s['foot']}>
      <span>{verdict === 'changed' ? t.struckOut() : isForeign && verdict === 'refused' ? t.unknown() : ''}</span>
      {shown < count && <span>{t.firsts({ shown: formats.number(shown), count: formats.number(count) })}</span>}
    </p>
  )
}

function Records({ verdict, records, onStep }: { verdict: Verdict; records: readonly Compared[]; onStep(): void }) {
  const t = useTexts(resultTexts)
  if (records.length === 0) return <p className={s['none']}>{t.none()}</p>
  const columns = columnsOf(records)
  const isRefused = verdict === 'refused'
  return (
    <div className={s['frame']} role="region" aria-label={t[verdict]()} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {isRefused && <th scope="col">{t.field()}</th>}
            {isRefused && <th scope="col">{t.reason()}</th>}
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {isRefused && <td />}
          </tr>
        </thead>
        <tbody>
          {records.map((one, i) => (
            <tr key={i}>
              {isRefused && <td>{one.field}</td>}
              {isRefused && <td className={s['why']}>{one.reason}</td>}
              {columns.map((column) => (
                <Cell key={column} one={one} column={column} />
              ))}
              {isRefused && (
                <td>
                  <Button size="compact-xs" variant="default" onClick={onStep}>
                    {t.toStep()}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ one, column }: { one: Compared; column: string }) {
  const isChanged = one.fields?.includes(column) ?? false
  return (
    <td data-changed={isChanged || undefined} data-wrong={one.field === column || undefined}>
      {isChanged && <del>{plain(one.before?.[column])}</del>}
      {isChanged ? <ins>{plain(one.record[column])}</ins> : plain(one.record[column])}
    </td>
  )
}

/** What tells the records apart comes first, then what differs, then the rest. */
function columnsOf(records: readonly Compared[]): string[] {
  const names = [...new Set(records.flatMap(({ record, before }) => Object.keys({ ...record, ...before })))]
  const changed = new Set(records.flatMap(({ fields }) => fields ?? []))
  const [first, ...rest] = names
  const ordered = [...rest.filter((name) => changed.has(name)), ...rest.filter((name) => !changed.has(name))]
  return first === undefined ? [] : [first, ...ordered].slice(0, 40)
}

const plain = (value: unknown) =>
  value === null || value === undefined || value === ''
    ? '–'
    : (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 300)
