import { useHotkeys } from '@mantine/hooks'
import { IconTableExport, IconTableImport, type Icon } from '@tabler/icons-react'
import type { MappingDefinition, MappingProblem, MappingTrace, MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { formulaTransformer } from '@weft/kit/formula/transformer.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { Canvas } from './canvas.tsx'
import { Details } from './details.tsx'
import {
  addTransformer,
  canConnect,
  changeTransformer,
  childConnections,
  connect,
  freePlace,
  insertOn,
  portsOf,
  removeConnections,
  removeLink,
  removeTransformer,
  type End,
} from './edits.ts'
import { FieldTree } from './field-tree.tsx'
import { nodeHeight } from './geometry.ts'
import s from './mapping-designer.module.css'
import { namesIn } from './names.ts'
import { nodeMoves } from './node-moves.ts'
import { chosenBy, problemMarks } from './problem-marks.ts'
import { valueIn, type MappedStructure, type Row } from './rows.ts'
import { texts } from './texts.ts'
import { useConnecting } from './use-connecting.ts'
import { useLayout } from './use-layout.ts'
import { useLinkLines, useLinks } from './use-links.ts'
import { useTree } from './use-tree.ts'

export type MappingDesignerProps = {
  definition: MappingDefinition
  /** `group` joins changes to one step of undo. */
  onChange(next: MappingDefinition, group?: string): void
  onUndo(): void
  onRedo(): void
  source: MappedStructure
  target: MappedStructure
  transformers: readonly Transformer[]
  iconOf(name: string): Icon
  problems: readonly MappingProblem[]
  /** What each output is. */
  types: ReadonlyMap<string, ValueType>
  samples: readonly DataRecord[]
  traces: readonly MappingTrace[]
  /** Stands in the head of the source. */
  sourceAction?: ReactNode
  readOnly: boolean
}

/** Two field trees, transformers between them and the lines that connect all; below, what is chosen. */
export function MappingDesigner({
  definition,
  onChange,
  onUndo,
  onRedo,
  source,
  target,
  transformers,
  iconOf,
  problems,
  types,
  samples,
  traces,
  sourceAction,
  readOnly,
}: MappingDesignerProps) {
  const language = useLanguage()
  /** A node (`n:` and its id), a link, or an end. */
  const [chosen, choose] = useState<string>()
  const [hovered, hover] = useState<End>()
  const trees = { s: useTree(source), t: useTree(target) }
  const sources = useMemo(() => byId(trees.s.rows), [trees.s.rows])
  const targets = useMemo(() => byId(trees.t.rows), [trees.t.rows])
  const all = useMemo(() => [...transformers, formulaTransformer], [transformers])
  const catalogue = useMemo(() => new Map(all.map((one) => [one.key, one])), [all])
  const ports = useCallback((node: MappingTransformer) => portsOf(catalogue.get(node.key), node.inputs), [catalogue])
  const wrong = useMemo(
    () => problemMarks(problems, definition, (message) => say(message, language)),
    [problems, definition, language],
  )
  const names = namesIn(definition, sources, targets)
  // Drags and questions outlive the render they began in.
  const now = useRef(definition)
  now.current = definition

  const connecting = useConnecting({
    nodes: () => now.current.transformers,
    ports,
    readOnly,
    onConnect: (a, b) => onChange(connect(now.current, a, b, () => crypto.randomUUID())),
  })
  const { picked, pick, letGo } = connecting
  const layout = useLayout(definition.transformers, trees, ports)
  const links = useLinks({ definition, sources, types, focus: hovered ?? chosen ?? picked })
  const lines = useLinkLines(links, layout.anchorOf)
  const moves = nodeMoves(layout.track, (id, position, group) =>
    onChange(changeTransformer(now.current, id, { position }), group),
  )

  const chosenNode = definition.transformers.find(({ id }) => `n:${id}` === chosen)
  /** A target field that is chosen stands for the line that ends there. */
  const chosenLink = links.links.find(({ id, to }) => id === chosen || (to === chosen && chosen.startsWith('t:')))
  const confirmChildren = useConfirmChildren()
  const removeChosen = async () => {
    if (readOnly) return
    if (chosenNode) {
      onChange(removeTransformer(definition, chosenNode.id))
      return choose(undefined)
    }
    const link = chosenLink
    if (!link) return
    const children = link.connection ? childConnections(definition, link.connection, targets) : []
    if (children.length > 0 && !(await confirmChildren(children.length))) return
    onChange(removeConnections(removeLink(now.current, link), children))
    choose(undefined)
  }
  useHotkeys([
    ['mod+Z', onUndo],
    ['mod+shift+Z', onRedo],
    ['mod+Y', onRedo],
    ['Delete', () => void removeChosen()],
    ['Backspace', () => void removeChosen()],
    ['Escape', () => (picked === undefined ? choose(undefined) : letGo())],
  ])

  const fieldNames = () => new Set([...trees.s.rows, ...trees.t.rows].map(({ name }) => name))
  const add = (transformer: Transformer) => {
    const id = crypto.randomUUID()
    const position = freePlace(definition, (node) => nodeHeight(ports(node)), layout.shift)
    const added = addTransformer(definition, transformer, { id, position, fields: fieldNames() })
    onChange(
      picked !== undefined && canConnect(picked, `i:${id}:0`) && portsOf(transformer, []) > 0
        ? connect(added, picked, `i:${id}:0`, () => crypto.randomUUID())
        : added,
    )
    letGo()
    choose(`n:${id}`)
  }
  const insert = (transformer: Transformer) => {
    if (!chosenLink) return
    const id = crypto.randomUUID()
    const position = freePlace(definition, (node) => nodeHeight(ports(node)), layout.shift)
    onChange(insertOn(definition, chosenLink, transformer, { id, position, fields: fieldNames() }))
    choose(`n:${id}`)
  }
  const nodeDown = (node: MappingTransformer) => (event: PointerEvent) => {
    if (picked !== undefined) return connecting.pickNode(node)
    choose(`n:${node.id}`)
    if (!readOnly) moves.drag(node, event)
  }
  const nodeKey = (node: MappingTransformer) => (event: KeyboardEvent) => {
    if (event.key === 'Enter') connecting.pickNode(node)
    else if (event.key === ' ') choose(`n:${node.id}`)
    else if (readOnly || !moves.byKey(node, event.key)) return
    event.preventDefault()
  }

  const pickedName = picked && names.ofEnd(picked)
  const tree = (side: 's' | 't') => (
    <FieldTree
      side={side}
      structure={side === 's' ? source : target}
      tree={trees[side]}
      icon={side === 's' ? IconTableImport : IconTableExport}
      sampleOf={(row) => valueIn(side === 's' ? samples[0] : traces[0]?.out, row)}
      action={side === 's' && sourceAction}
      wired={links.wired}
      lit={links.litEnds}
      picked={picked}
      chosen={chosen}
      wrong={wrong}
      readOnly={readOnly}
      onHover={hover}
      onChoose={picked === undefined ? choose : pick}
      onPick={pick}
      onDrag={connecting.dragPort}
      onDragName={connecting.dragName}
      onScroll={(top) => layout.scrollTree(side, top)}
    />
  )
  return (
    <div className={s['designer']}>
      <div className={s['body']}>
        {tree('s')}
        <Canvas
          nodes={definition.transformers}
          lines={lines}
          layout={layout}
          connecting={connecting}
          ports={ports}
          catalogue={catalogue}
          transformers={all}
          iconOf={iconOf}
          types={types}
          wired={links.wired}
          wrong={wrong}
          chosen={chosen}
          pickedName={pickedName}
          hasFocus={links.lit.size > 0}
          readOnly={readOnly}
          onChoose={choose}
          onHover={hover}
          onAdd={add}
          onNodeDown={nodeDown}
          onNodeKey={nodeKey}
        />
        {tree('t')}
      </div>
      <Details
        ground={{ definition, sources, targets, transformers: catalogue }}
        node={chosenNode}
        link={chosenLink}
        transformers={all}
        types={types}
        samples={samples}
        traces={traces}
        problems={problems}
        names={names}
        picked={pickedName}
        readOnly={readOnly}
        onChange={onChange}
        iconOf={iconOf}
        onInsert={insert}
        onRemove={() => void removeChosen()}
        onGo={(problem) => choose(chosenBy(problem))}
      />
    </div>
  )
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Asks before connections go that make no sense without the one around them. */
function useConfirmChildren() {
  const t = useTexts(texts)
  return (count: number) =>
    confirm({
      title: t.childrenTitle(),
      text: t.childrenText({ count }),
      action: t.childrenAction(),
      danger: true,
    })
}
