import { Button, Kbd, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconKey } from '@tabler/icons-react'
import type { MappingProblem, MappingTrace } from '@weft/kit/define/mapping.ts'
import { repaired, type Repair } from '@weft/kit/formula/formula.ts'
import { parseFormula } from '@weft/kit/formula/parse.ts'
import { say, type Message } from '@weft/kit/messages/messages.ts'
import { FormulaEditor, type FormulaEditorHandle } from '@weft/kit/ui/formula-editor.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { formulaOffers } from './formula-complete.ts'
import { FormulaText, type FormulaLooks } from './formula-text.tsx'
import type { CameFrom } from './formulas.ts'
import { brief, typeLooks } from './looks.ts'
import s from './mapping-table.module.css'
import { valueIn, type Row } from './rows.ts'
import { tableTexts } from './table-texts.ts'

type Props = {
  row: Row
  from: CameFrom
  problems: readonly MappingProblem[]
  /** What the sample record gets in the field. */
  value: unknown
  /** Why the sample record is rejected here. */
  rejected: Message | undefined
  traces: readonly MappingTrace[]
  looks: FormulaLooks
  offers: ReturnType<typeof formulaOffers>
  isOpen: boolean
  readOnly: boolean
  editor: RefObject<FormulaEditorHandle | null>
  onOpen(): void
  onClose(): void
  onWrite(text: string): void
}

/** A field of the target. Enter or a click opens what it comes from. */
export function TargetRow(props: Props) {
  const { row, from, problems, value, rejected, looks, isOpen, readOnly, onOpen } = props
  const t = useTexts(tableTexts)
  const language = useLanguage()
  const [TypeIcon, tone] = typeLooks[row.type]
  const text = from.is === 'text' ? from.text : ''
  const isGroup = row.group && row.type === 'object' && from.is === 'nothing'
  const shown = isOpen ? [] : problems.filter(({ severity, at }) => severity !== 'warning' && !isMissing(row, at))
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // Whoever leaves by the keyboard goes on from the row they were in.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <li
      className={s['row']}
      data-open={isOpen || undefined}
      data-wrong={shown.some(({ severity }) => severity === 'error') || undefined}
      data-list={row.group || undefined}
    >
      <span className={s['name']} style={{ ...toneStyle(tone), paddingInlineStart: row.depth * 22 }}>
        <TypeIcon size={14} stroke={1.8} aria-hidden />
        {row.name}
        {row.required && <sup aria-hidden>*</sup>}
        {row.required && <VisuallyHidden component="span">{t.required()}</VisuallyHidden>}
        {row.key && <IconKey size={12} aria-hidden />}
      </span>
      {isOpen ? (
        <OpenFormula {...props} text={text} />
      ) : isGroup ? (
        <span />
      ) : (
        <button
          ref={opener}
          type="button"
          className={s['from']}
          disabled={readOnly || from.is === 'boxes'}
          aria-label={t.open({ name: row.full_name, text: text || t.nothing() })}
          onClick={onOpen}
          onKeyDown={toNeighbour}
        >
          {from.is === 'text' ? (
            <FormulaText text={text} looks={looks} />
          ) : (
            <span className={s['quiet']} data-missing={(from.is === 'nothing' && row.required) || undefined}>
              {from.is === 'boxes' ? t.boxes() : row.required ? t.required() : t.nothing()}
            </span>
          )}
        </button>
      )}
      {!isOpen && (
        <span className={s['value']} data-rejected={rejected ? true : undefined}>
          {rejected ? say(rejected, language) : <Value row={row} value={value} />}
        </span>
      )}
      {shown.length > 0 && <Problems {...props} shown={shown} text={text} />}
    </li>
  )
}

/** A required field that is not filled says so in its own place. */
const isMissing = (row: Row, at: MappingProblem['at']) => at.on === 'target_field' && at.id === row.id

/** Up and down go from row to row. */
function toNeighbour({ key, currentTarget }: React.KeyboardEvent<HTMLButtonElement>) {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return
  const all = [...(currentTarget.closest('ul')?.querySelectorAll<HTMLButtonElement>('button[aria-label]') ?? [])]
  const at = all.indexOf(currentTarget)
  all[key === 'ArrowDown' ? at + 1 : at - 1]?.focus()
}

function Value({ row, value }: { row: Row; value: unknown }) {
  const t = useTexts(tableTexts)
  if (row.group && row.type === 'object') return null
  return row.type === 'list' && Array.isArray(value) ? t.entries({ count: value.length }) : brief(value)
}

/** What is wrong stands below, with what mends it. */
function Problems({
  from,
  shown,
  text,
  readOnly,
  onWrite,
}: Props & { shown: readonly MappingProblem[]; text: string }) {
  const language = useLanguage()
  const box = from.is === 'text' ? from.box : undefined
  const first = shown[0]!
  const isOwn = first.at.on === 'transformer' && first.at.id === box?.id
  return (
    <p className={s['problem']} data-severity={first.severity}>
      <IconAlertTriangle size={14} aria-hidden />
      {say(first.message, language)}
      {!readOnly && isOwn && (
        <Repairs repairs={first.repairs ?? []} onRepair={(repair) => onWrite(repaired(text, repair))} />
      )}
    </p>
  )
}

function Repairs({ repairs, onRepair }: { repairs: readonly Repair[]; onRepair(repair: Repair): void }) {
  const language = useLanguage()
  return (
    <>
      {repairs.map((repair, i) => (
        <Button key={i} size="compact-xs" variant="default" onClick={() => onRepair(repair)}>
          {say(repair.label, language)}
        </Button>
      ))}
    </>
  )
}

/** The formula being written. A text that is not finished is told about at once and kept when the row is left. */
function OpenFormula(props: Props & { text: string }) {
  const { row, text, problems, traces, looks, offers, editor, onClose, onWrite } = props
  const t = useTexts(tableTexts)
  const language = useLanguage()
  const [written, setWritten] = useState(text)
  const unfinished = written.trim() === '' ? [] : parseFormula(written).problems
  const own = unfinished.length > 0 ? unfinished : problems.filter(({ severity }) => severity !== 'warning')
  const first = own[0]
  const marks = own.flatMap((one) => ('at' in one ? placeOf(one) : [one]))
  const change = (next: string) => {
    setWritten(next)
    if (next.trim() === '' || parseFormula(next).problems.length === 0) onWrite(next)
  }
  const mend = (repair: Repair) => {
    change(repaired(written, repair))
    editor.current?.focus()
  }
  const leave = () => {
    if (unfinished.length > 0) onWrite(written)
    onClose()
  }
  return (
    <div className={s['editing']}>
      <div>
        <p className={s['state']}>
          {t.title()}
          {first && <em role="status">{say(first.message, language)}</em>}
          {first && <Repairs repairs={first.repairs ?? []} onRepair={mend} />}
        </p>
        <FormulaEditor
          ref={editor}
          value={written}
          label={t.formula({ name: row.full_name })}
          lookOf={looks.lookOf}
          complete={offers}
          marks={marks}
          takesFocus
          onChange={change}
          onDone={leave}
          onLeave={leave}
        />
      </div>
      <Outcome row={row} traces={traces} isValid={own.length === 0} isKept={unfinished.length > 0} />
    </div>
  )
}

const placeOf = ({ at }: MappingProblem) =>
  at.on === 'transformer' && at.from !== undefined && at.to !== undefined ? [{ from: at.from, to: at.to }] : []

/** What the first records of the sample get; while the formula is not valid, what they got from the last one that was. */
function Outcome({
  row,
  traces,
  isValid,
  isKept,
}: {
  row: Row
  traces: readonly MappingTrace[]
  isValid: boolean
  /** What is not finished is not in the mapping yet: it still has the last valid one. */
  isKept: boolean
}) {
  const t = useTexts(tableTexts)
  const values = traces.slice(0, 3).map(({ out }) => valueIn(out, row))
  const last = useRef(values)
  if ((isValid || isKept) && traces.length > 0) last.current = values
  return (
    <div className={s['outcome']}>
      <b>{isValid ? t.sample() : t.lastValid()}</b>
      {last.current.map((value, i) => (
        <code key={i}>
          <Value row={row} value={value} />
        </code>
      ))}
      <small>
        <Kbd size="xs">Tab</Kbd> {t.take()} <Kbd size="xs">Esc</Kbd> {t.leave()}
      </small>
    </div>
  )
}
