import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconTableImport } from '@tabler/icons-react'
import type { MappingProblem } from '@weft/kit/define/mapping.ts'
import { formulaTransformer } from '@weft/kit/formula/transformer.ts'
import type { FormulaEditorHandle } from '@weft/kit/ui/formula-editor.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { writtenName } from '@weft/kit/formula/tokens.ts'
import { useMemo, useRef, useState } from 'react'
import { FieldTree } from './field-tree.tsx'
import { formulaOffers } from './formula-complete.ts'
import { looksIn } from './formula-text.tsx'
import { boxesBehind, cameFrom, writeText, type FormulaGround } from './formulas.ts'
import { brief } from './looks.ts'
import type { MappingDesignerProps } from './mapping-designer.tsx'
import s from './mapping-table.module.css'
import { valueIn, type Row } from './rows.ts'
import { tableTexts } from './table-texts.ts'
import { TargetRow } from './target-row.tsx'
import { useLinks } from './use-links.ts'
import { useTree } from './use-tree.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'

/** A mapping as a table: each field of the target, what it comes from, and its value for one record of the sample. */
export function MappingTable({
  definition,
  onChange,
  onUndo,
  onRedo,
  source,
  target,
  transformers,
  problems,
  types,
  samples,
  traces,
  sourceAction,
  readOnly,
}: MappingDesignerProps) {
  const t = useTexts(tableTexts)
  const language = useLanguage()
  const [opened, open] = useState<string>()
  const [wanted, setSample] = useState(0)
  const editor = useRef<FormulaEditorHandle>(null)
  const tree = useTree(source)
  const targetTree = useTree(target)
  const sources = useMemo(() => byId(tree.rows), [tree.rows])
  const targets = useMemo(() => byId(targetTree.rows), [targetTree.rows])
  const catalogue = useMemo(
    () => new Map([...transformers, formulaTransformer].map((one) => [one.key, one])),
    [transformers],
  )
  const ground: FormulaGround = { definition, sources, targets, transformers: catalogue }
  const looks = looksIn(ground, transformers, types)
  const links = useLinks({ definition, sources, types, focus: opened && `t:${opened}` })
  const count = Math.min(samples.length, traces.length)
  const at = Math.min(wanted, Math.max(0, count - 1))
  const [sample, trace] = [samples[at], traces[at]]
  const offers = formulaOffers({
    sources: tree.rows.filter(({ type }) => type !== 'object'),
    outputs: definition.transformers.map(({ output }) => output),
    transformers,
    sampleOf: (row) => brief(valueIn(sample, row)).slice(0, 40),
    language,
  })
  useHotkeys([
    ['mod+Z', onUndo],
    ['mod+shift+Z', onRedo],
    ['mod+Y', onRedo],
  ])
  const write = (row: Row) => (text: string) =>
    onChange(
      writeText(text, row, ground, () => crypto.randomUUID()),
      `text ${row.id}`,
    )

  return (
    <div className={s['table']}>
      <FieldTree
        side="s"
        structure={source}
        tree={tree}
        icon={IconTableImport}
        sampleOf={(row) => valueIn(sample, row)}
        action={sourceAction}
        wired={links.wired}
        lit={links.litEnds}
        picked={undefined}
        chosen={undefined}
        wrong={none}
        readOnly
        onHover={ignored}
        onChoose={(end) => {
          const row = sources.get(end.slice(2))
          if (row) editor.current?.insert(writtenName(row.full_name))
        }}
        onPick={ignored}
        onDrag={() => ignored}
        onDragName={() => ignored}
        onScroll={ignored}
      />
      <section className={s['rows']} aria-label={t.fields()}>
        <header className={s['head']}>
          <span>{target.label}</span>
          <span>{t.comesFrom()}</span>
          <span className={s['paging']}>
            {t.sample()}
            {count > 0 && (
              <span>
                <ActionIcon size="sm" aria-label={t.before()} disabled={at === 0} onClick={() => setSample(at - 1)}>
                  <IconChevronLeft size={14} />
                </ActionIcon>
                {t.ofAll({ number: at + 1, count })}
                <ActionIcon
                  size="sm"
                  aria-label={t.next()}
                  disabled={at >= count - 1}
                  onClick={() => setSample(at + 1)}
                >
                  <IconChevronRight size={14} />
                </ActionIcon>
              </span>
            )}
          </span>
        </header>
        <ul className={s['list']}>
          {targetTree.rows.map((row) => (
            <TargetRow
              key={row.id}
              row={row}
              from={cameFrom(row.id, ground)}
              problems={problemsAt(row, ground, problems)}
              value={valueIn(trace?.out, row)}
              rejected={trace?.rejected?.field === row.full_name ? trace.rejected.reason : undefined}
              traces={traces}
              looks={looks}
              offers={offers}
              isOpen={opened === row.id}
              readOnly={readOnly}
              editor={editor}
              onOpen={() => open(row.id)}
              onClose={() => open(undefined)}
              onWrite={write(row)}
            />
          ))}
        </ul>
      </section>
    </div>
  )
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
const none: ReadonlyMap<string, string> = new Map()
const ignored = () => undefined

/** What is wrong with a field, its connection, or what stands behind it. */
function problemsAt(row: Row, { definition }: FormulaGround, problems: readonly MappingProblem[]): MappingProblem[] {
  const connection = definition.connections.find(({ target_field_id }) => target_field_id === row.id)
  const outputs = boxesBehind(definition, connection?.source_field_id)
  const boxes = new Set(definition.transformers.flatMap(({ id, output }) => (outputs.has(output) ? [id] : [])))
  return problems.filter(({ at }) => {
    if (at.on === 'connection') return at.id === connection?.id
    if (at.on === 'target_field') return at.id === row.id
    return at.on === 'transformer' && boxes.has(at.id)
  })
}
