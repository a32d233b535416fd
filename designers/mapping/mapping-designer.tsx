import { Kbd } from '@mantine/core'
import { useHotkeys, useMergedRef, useResizeObserver } from '@mantine/hooks'
import { IconQuestionMark, IconTableExport, IconTableImport, type Icon } from '@tabler/icons-react'
import type { MappingDefinition, MappingProblem, MappingTrace, MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { LinkDetails, Overview, TransformerDetails } from './details.tsx'
import {
  addTransformer,
  canConnect,
  changeTransformer,
  childConnections,
  connect,
  removeLink,
  freeInput,
  freePlace,
  linksOf,
  portsOf,
  removeConnections,
  removeTransformer,
} from './edits.ts'
import { FieldTree } from './field-tree.tsx'
import { curve, inputAt, lineAt, nodeHeight, nodeWidth, sizes, type LinkLine } from './geometry.ts'
import { Lines } from './lines.tsx'
import { litLinks } from './lit.ts'
import { brief, typeLooks } from './looks.ts'
import s from './mapping-designer.module.css'
import { TransformerNode } from './node.tsx'
import { Palette } from './palette.tsx'
import { valueIn, type MappedStructure, type Row } from './rows.ts'
import { texts } from './texts.ts'
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
  readOnly,
}: MappingDesignerProps) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [chosen, choose] = useState<string>()
  const [hovered, hover] = useState<string>()
  const [picked, pickUp] = useState<string>()
  const [ghost, setGhost] = useState<{ from: string; x: number; y: number }>()
  const [scroll, setScroll] = useState({ s: 0, t: 0, m: 0 })
  const [measure, box] = useResizeObserver<HTMLDivElement>()
  const middle = useRef<HTMLDivElement>(null)
  const middleRef = useMergedRef(middle, measure)
  const trees = { s: useTree(source), t: useTree(target) }
  const sources = useMemo(() => new Map(trees.s.rows.map((row) => [row.id, row])), [trees.s.rows])
  const targets = useMemo(() => new Map(trees.t.rows.map((row) => [row.id, row])), [trees.t.rows])
  const catalogue = useMemo(() => new Map(transformers.map((one) => [one.key, one])), [transformers])
  const links = useMemo(() => linksOf(definition, sources), [definition, sources])
  const wrong = useMemo(
    () => wrongPlaces(problems, definition, (message) => say(message, language)),
    [problems, definition, language],
  )
  const width = box.width || 640
  const height = box.height || 560
  const now = useRef(definition)
  now.current = definition

  const ports = useCallback(
    (stored: MappingTransformer) => portsOf(catalogue.get(stored.key), stored.inputs),
    [catalogue],
  )
  const wide = nodeWidth(width)
  const leftOf = useCallback(
    ({ position }: MappingTransformer) => (Math.min(1_000, Math.max(0, position.x)) / 1_000) * (width - wide),
    [width, wide],
  )
  const contentHeight = Math.max(
    height,
    ...definition.transformers.map((one) => one.position.y + nodeHeight(ports(one)) + 60),
  )
  const shift = Math.min(scroll.m, contentHeight - height)

  const typeOf = useCallback(
    (end: string): ValueType =>
      end.startsWith('s:') ? (sources.get(end.slice(2))?.type ?? 'any') : (types.get(end.slice(2)) ?? 'any'),
    [sources, types],
  )

  const place = useCallback(
    (end: string): { x: number; y: number; clamped: boolean } | undefined => {
      const [kind, id, port] = end.split(':') as ['s' | 't' | 'o' | 'i', string, string?]
      if (kind === 'o' || kind === 'i') {
        const stored = definition.transformers.find((one) => (kind === 'o' ? one.output === id : one.id === id))
        if (!stored) return undefined
        const top = stored.position.y - shift
        return kind === 'o'
          ? { x: leftOf(stored) + wide, y: top + sizes.nodeHead / 2, clamped: false }
          : { x: leftOf(stored), y: top + inputAt(ports(stored), Number(port)), clamped: false }
      }
      const line = (kind === 's' ? trees.s : trees.t).at.get(id)
      if (line === undefined) return undefined
      const raw = sizes.head + sizes.pad + line * sizes.row + sizes.row / 2 - scroll[kind]
      const y = Math.min(Math.max(raw, sizes.head), height - 4)
      return { x: kind === 's' ? 0 : width, y, clamped: y !== raw }
    },
    [definition.transformers, trees.s.at, trees.t.at, scroll, shift, width, height, leftOf, wide, ports],
  )

  const lit = useMemo(
    () => litLinks(hovered ?? chosen ?? picked, links, definition),
    [hovered, chosen, picked, links, definition],
  )
  const lines = useMemo<LinkLine[]>(
    () =>
      links.flatMap((link) => {
        const [a, b] = [place(link.from), place(link.to)]
        if (!a || !b || (a.clamped && b.clamped)) return []
        return [
          {
            id: link.id,
            at: [a.x, a.y, b.x, b.y] as LinkLine['at'],
            tone: typeLooks[typeOf(link.from)][1],
            lit: lit.has(link.id),
            clamped: a.clamped || b.clamped,
          },
        ]
      }),
    [links, place, typeOf, lit],
  )
  const touched = useMemo(
    () => new Set(links.filter(({ id }) => lit.has(id)).flatMap(({ from, to }) => [from, to])),
    [links, lit],
  )
  const wired = useMemo(
    () => new Map(links.flatMap(({ from, to }) => [[from, typeOf(from)] as const, [to, typeOf(from)] as const])),
    [links, typeOf],
  )

  const join = (a: string, b: string) => {
    if (readOnly || !canConnect(a, b)) return
    onChange(connect(now.current, a, b, () => crypto.randomUUID()))
    pickUp(undefined)
  }
  /** A transformer as a whole stands for its output, or for its first free input. */
  const endOfNode = (stored: MappingTransformer, other: string | undefined) => {
    if (other === undefined || !canConnect(other, `i:${stored.id}:0`)) return `o:${stored.output}`
    return `i:${stored.id}:${freeInput(stored, ports(stored)) ?? Math.max(0, ports(stored) - 1)}`
  }
  const pick = (end: string) => {
    if (picked !== undefined && picked !== end && canConnect(picked, end)) join(picked, end)
    else pickUp(picked === end ? undefined : end)
  }

  const dragPort = (from: string) => (event: PointerEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const frame = middle.current!.getBoundingClientRect()
    const [startX, startY] = [event.clientX, event.clientY]
    let moved = false
    const move = (at: globalThis.PointerEvent) => {
      moved ||= Math.hypot(at.clientX - startX, at.clientY - startY) > 4
      if (moved) setGhost({ from, x: at.clientX - frame.left, y: at.clientY - frame.top })
    }
    const up = (at: globalThis.PointerEvent) => {
      removeEventListener('pointermove', move)
      setGhost(undefined)
      if (!moved) return pick(from)
      const under = document.elementFromPoint(at.clientX, at.clientY)
      const port =
        under?.closest<HTMLElement>('[data-port]')?.dataset['port'] ??
        under?.closest<HTMLElement>('[data-target]')?.dataset['target']
      const node = under?.closest<HTMLElement>('[data-node]')?.dataset['node']
      const stored = node && now.current.transformers.find(({ id }) => id === node)
      if (port && port !== from && canConnect(from, port)) join(from, port)
      else if (stored) join(from, endOfNode(stored, from))
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up, { once: true })
  }

  const moveNode = (stored: MappingTransformer, x: number, y: number, group: string) =>
    onChange(
      changeTransformer(now.current, stored.id, {
        position: { x: Math.round(Math.min(1_000, Math.max(0, x))), y: Math.round(Math.max(4, y)) },
      }),
      group,
    )

  const dragNode = (stored: MappingTransformer) => (event: PointerEvent) => {
    if (picked !== undefined) return join(picked, endOfNode(stored, picked))
    choose(`n:${stored.id}`)
    if (readOnly) return
    const [startX, startY] = [event.clientX, event.clientY]
    const group = `move ${stored.id} ${event.timeStamp}`
    const move = (at: globalThis.PointerEvent) => {
      if (Math.hypot(at.clientX - startX, at.clientY - startY) < 3) return
      moveNode(
        stored,
        stored.position.x + ((at.clientX - startX) / (width - wide)) * 1_000,
        stored.position.y + at.clientY - startY,
        group,
      )
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', () => removeEventListener('pointermove', move), { once: true })
  }

  const nodeKey = (stored: MappingTransformer) => (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-20, 0],
      ArrowRight: [20, 0],
      ArrowUp: [0, -10],
      ArrowDown: [0, 10],
    }
    const step = steps[event.key]
    if (event.key === 'Enter')
      picked === undefined ? pick(`o:${stored.output}`) : join(picked, endOfNode(stored, picked))
    else if (event.key === ' ') choose(`n:${stored.id}`)
    else if (step && !readOnly)
      moveNode(stored, stored.position.x + step[0], stored.position.y + step[1], `keys ${stored.id}`)
    else return
    event.preventDefault()
  }

  const chosenLink = links.find(({ id }) => id === chosen)
  const chosenNode = definition.transformers.find(({ id }) => `n:${id}` === chosen)
  const removeChosen = async () => {
    if (readOnly) return
    if (chosenNode) {
      onChange(removeTransformer(definition, chosenNode.id))
      return choose(undefined)
    }
    const link = chosenLink ?? (chosen?.startsWith('t:') ? links.find(({ to }) => to === chosen) : undefined)
    if (!link) return
    const children = link.connection ? childConnections(definition, link.connection, targets) : []
    if (
      children.length > 0 &&
      !(await confirm({
        title: t.childrenTitle(),
        text: t.childrenText({ count: children.length }),
        action: t.childrenAction(),
        danger: true,
      }))
    )
      return
    onChange(removeConnections(removeLink(now.current, link), children))
    choose(undefined)
  }
  useHotkeys([
    ['mod+Z', onUndo],
    ['mod+shift+Z', onRedo],
    ['mod+Y', onRedo],
    ['Delete', () => void removeChosen()],
    ['Backspace', () => void removeChosen()],
    ['Escape', () => (picked === undefined ? choose(undefined) : pickUp(undefined))],
  ])

  const add = (transformer: Transformer) => {
    const id = crypto.randomUUID()
    const fields = new Set([...trees.s.rows, ...trees.t.rows].map(({ name }) => name))
    const position = freePlace(definition, (stored) => nodeHeight(ports(stored)), shift)
    const added = addTransformer(definition, transformer, { id, position, fields })
    onChange(
      picked !== undefined && canConnect(picked, `i:${id}:0`) && portsOf(transformer, []) > 0
        ? connect(added, picked, `i:${id}:0`, () => crypto.randomUUID())
        : added,
    )
    pickUp(undefined)
    choose(`n:${id}`)
  }

  const nameOf = (origin: string) => sources.get(origin)?.full_name ?? origin
  const targetName = (end: string) =>
    end.startsWith('t:')
      ? (targets.get(end.slice(2))?.full_name ?? '')
      : (definition.transformers.find(({ id }) => id === end.split(':')[1])?.output ?? '')
  const pickedName =
    picked && (picked.startsWith('t:') || picked.startsWith('i:') ? targetName(picked) : nameOf(picked.slice(2)))
  const origins = useMemo(
    () => [
      ...trees.s.rows
        .filter(({ type }) => type !== 'object')
        .map(({ id, full_name }) => ({ value: id, label: full_name })),
      ...definition.transformers.map(({ output, label }) => ({
        value: output,
        label: label ? `${output} (${label})` : output,
      })),
    ],
    [trees.s.rows, definition.transformers],
  )
  const sampleOf = (side: 's' | 't') => (row: Row) => valueIn(side === 's' ? samples[0] : traces[0]?.out, row)
  const selectEnd = (end: string) => (picked === undefined ? choose(end) : pick(end))
  const go = ({ at }: MappingProblem) =>
    choose(
      at.on === 'transformer'
        ? `n:${at.id}`
        : at.on === 'connection'
          ? at.id
          : at.on === 'target_field'
            ? `t:${at.id}`
            : undefined,
    )
  /** What a problem is about, where its sentence does not say so itself. */
  const placeOf = ({ at, code }: MappingProblem) => {
    if (at.on === 'connection')
      return targets.get(definition.connections.find(({ id }) => id === at.id)?.target_field_id ?? '')?.full_name
    const stored =
      at.on === 'transformer' && code === 'type' ? definition.transformers.find(({ id }) => id === at.id) : undefined
    return stored && (stored.label || stored.output)
  }
  const from = ghost && place(ghost.from)
  const shared = { definition, problems, nameOf, origins, readOnly, onChange, onRemove: () => void removeChosen() }

  const tree = (side: 's' | 't') => (
    <FieldTree
      side={side}
      structure={side === 's' ? source : target}
      tree={trees[side]}
      icon={side === 's' ? IconTableImport : IconTableExport}
      sampleOf={sampleOf(side)}
      wired={wired}
      lit={touched}
      picked={picked}
      chosen={chosen}
      wrong={wrong}
      readOnly={readOnly}
      onHover={hover}
      onChoose={selectEnd}
      onPick={pick}
      onDrag={dragPort}
      onScroll={(top) => setScroll((before) => ({ ...before, [side]: top }))}
    />
  )

  return (
    <div className={s['designer']}>
      <div className={s['body']}>
        {tree('s')}
        <div
          ref={middleRef}
          className={s['mid']}
          role="group"
          aria-label={t.canvas()}
          onWheel={(event) =>
            setScroll((before) => ({
              ...before,
              m: Math.max(0, Math.min(contentHeight - height, before.m + event.deltaY)),
            }))
          }
          onPointerDown={(event) => {
            if ((event.target as Element).closest('[data-node], button')) return
            const frame = event.currentTarget.getBoundingClientRect()
            choose(lineAt(lines, event.clientX - frame.left, event.clientY - frame.top))
          }}
        >
          <Lines
            lines={lines}
            hasFocus={lit.size > 0}
            ghost={ghost && from && curve(from.x, from.y, ghost.x, ghost.y)}
          />
          {!readOnly && (
            <div className={s['tools']}>
              <Palette transformers={transformers} iconOf={iconOf} onAdd={add} />
            </div>
          )}
          {definition.transformers.map((stored) => {
            const transformer = catalogue.get(stored.key)
            return (
              <TransformerNode
                key={stored.id}
                stored={stored}
                transformer={transformer}
                icon={transformer ? iconOf(transformer.icon) : IconQuestionMark}
                ports={ports(stored)}
                left={leftOf(stored)}
                width={wide}
                top={stored.position.y - shift}
                gives={types.get(stored.output) ?? 'any'}
                wired={wired}
                isSelected={chosen === `n:${stored.id}`}
                isPicked={picked === `o:${stored.output}`}
                wrong={wrong.get(stored.id)}
                readOnly={readOnly}
                onDragNode={dragNode(stored)}
                onDragPort={dragPort}
                onKey={nodeKey(stored)}
                onHover={hover}
              />
            )
          })}
          {picked !== undefined && (
            <p className={s['hint']}>
              {t.picked({ name: pickedName ?? '' })} <Kbd>Esc</Kbd>
            </p>
          )}
        </div>
        {tree('t')}
      </div>
      <footer
        className={s['foot']}
        aria-label={t.details()}
        data-idle={(!chosenNode && !chosenLink && problems.length === 0) || undefined}
      >
        {chosenNode ? (
          <TransformerDetails
            {...shared}
            stored={chosenNode}
            transformer={catalogue.get(chosenNode.key)}
            transformers={transformers}
            gives={types.get(chosenNode.output) ?? 'any'}
            traces={traces}
          />
        ) : chosenLink ? (
          <LinkDetails
            {...shared}
            link={chosenLink}
            targetName={targetName(chosenLink.to)}
            sample={
              chosenLink.from.startsWith('s:') && sources.has(chosenLink.from.slice(2))
                ? brief(valueIn(samples[0], sources.get(chosenLink.from.slice(2))!))
                : brief(
                    traces[0]?.values.find(
                      ({ transformer_id }) =>
                        transformer_id ===
                        definition.transformers.find(({ output }) => `o:${output}` === chosenLink.from)?.id,
                    )?.value,
                  )
            }
          />
        ) : (
          <Overview problems={problems} placeOf={placeOf} picked={pickedName} onGo={go} />
        )}
      </footer>
    </div>
  )
}

/** The first sentence against each field and transformer, connections counting for their target. */
function wrongPlaces(
  problems: readonly MappingProblem[],
  definition: MappingDefinition,
  speak: (message: MappingProblem['message']) => string,
): Map<string, string> {
  const places = new Map<string, string>()
  for (const { at, message, severity } of problems) {
    if (at.on === 'mapping' || severity === 'warning' || (severity === 'open' && at.on !== 'transformer')) continue
    const id =
      at.on === 'connection'
        ? definition.connections.find((connection) => connection.id === at.id)?.target_field_id
        : at.id
    if (id !== undefined && !places.has(id)) places.set(id, speak(message))
  }
  return places
}
