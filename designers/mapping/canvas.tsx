import { Kbd } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconQuestionMark, type Icon } from '@tabler/icons-react'
import type { MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { End } from './edits.ts'
import { curve, lineAt, type LinkLine } from './geometry.ts'
import { Lines } from './lines.tsx'
import s from './mapping-designer.module.css'
import { TransformerNode } from './node.tsx'
import { Palette } from './palette.tsx'
import { texts } from './texts.ts'
import type { useConnecting } from './use-connecting.ts'
import type { Layout } from './use-layout.ts'

/** Between the trees: transformers as nodes, and the links that connect all. */
export function Canvas({
  nodes,
  lines,
  layout,
  connecting,
  ports,
  catalogue,
  transformers,
  iconOf,
  types,
  wired,
  wrong,
  chosen,
  pickedName,
  hasFocus,
  readOnly,
  onChoose,
  onHover,
  onAdd,
  onNodeDown,
  onNodeKey,
}: {
  nodes: readonly MappingTransformer[]
  lines: LinkLine[]
  layout: Layout
  connecting: ReturnType<typeof useConnecting>
  ports(node: MappingTransformer): number
  catalogue: ReadonlyMap<string, Transformer>
  transformers: readonly Transformer[]
  iconOf(name: string): Icon
  types: ReadonlyMap<string, ValueType>
  wired: ReadonlyMap<End, ValueType>
  /** What is wrong with a transformer, by its id. */
  wrong: ReadonlyMap<string, string>
  chosen: string | undefined
  pickedName: string | undefined
  hasFocus: boolean
  readOnly: boolean
  onChoose(link: string | undefined): void
  onHover(end: End | undefined): void
  onAdd(transformer: Transformer): void
  onNodeDown(node: MappingTransformer): (event: PointerEvent) => void
  onNodeKey(node: MappingTransformer): (event: KeyboardEvent) => void
}) {
  const t = useTexts(texts)
  const { canvas, picked, ghost, dragPort } = connecting
  const ref = useMergedRef(canvas, layout.measure)
  const start = ghost && layout.anchorOf(ghost.from)
  return (
    <div
      ref={ref}
      className={s['mid']}
      role="group"
      aria-label={t.canvas()}
      onWheel={(event) => layout.scrollCanvas(event.deltaY)}
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest('[data-node], button')) return
        const frame = event.currentTarget.getBoundingClientRect()
        onChoose(lineAt(lines, event.clientX - frame.left, event.clientY - frame.top))
      }}
    >
      <Lines lines={lines} hasFocus={hasFocus} ghost={ghost && start && curve(start.x, start.y, ghost.x, ghost.y)} />
      {!readOnly && (
        <div className={s['tools']}>
          <Palette transformers={transformers} iconOf={iconOf} onAdd={onAdd} />
        </div>
      )}
      {nodes.map((node) => {
        const transformer = catalogue.get(node.key)
        return (
          <TransformerNode
            key={node.id}
            node={node}
            transformer={transformer}
            icon={transformer ? iconOf(transformer.icon) : IconQuestionMark}
            ports={ports(node)}
            left={layout.leftOf(node)}
            width={layout.nodeWidth}
            top={node.position.y - layout.shift}
            gives={types.get(node.output) ?? 'any'}
            wired={wired}
            isSelected={chosen === `n:${node.id}`}
            isPicked={picked === `o:${node.output}`}
            wrong={wrong.get(node.id)}
            readOnly={readOnly}
            onDragNode={onNodeDown(node)}
            onDragPort={dragPort}
            onKey={onNodeKey(node)}
            onHover={onHover}
          />
        )
      })}
      {picked !== undefined && (
        <p className={s['hint']}>
          {t.picked({ name: pickedName ?? '' })} <Kbd>Esc</Kbd>
        </p>
      )}
    </div>
  )
}
