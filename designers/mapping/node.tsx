import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, type Icon } from '@tabler/icons-react'
import type { MappingTransformer } from '@weft/kit/define/mapping.ts'
import { inputType, type Transformer } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { formulaOptions, isFormula } from '@weft/kit/formula/transformer.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import type { KeyboardEvent, PointerEvent } from 'react'
import { inputAt, nodeHeight, sizes } from './geometry.ts'
import { groupTones, inputName, typeLooks } from './looks.ts'
import s from './mapping-designer.module.css'
import { texts } from './texts.ts'

type Props = {
  node: MappingTransformer
  transformer: Transformer | undefined
  icon: Icon
  ports: number
  left: number
  width: number
  top: number
  gives: ValueType
  wired: ReadonlyMap<string, ValueType>
  isSelected: boolean
  isPicked: boolean
  wrong: string | undefined
  readOnly: boolean
  onDragNode(event: PointerEvent): void
  onDragPort(end: string): (event: PointerEvent) => void
  onKey(event: KeyboardEvent): void
  onHover(end: string | undefined): void
}

/** A transformer on the canvas: inputs at its left, its output at the right. */
export function TransformerNode({
  node,
  transformer,
  icon: NodeIcon,
  ports,
  left,
  width,
  top,
  gives,
  wired,
  isSelected,
  isPicked,
  wrong,
  readOnly,
  onDragNode,
  onDragPort,
  onKey,
  onHover,
}: Props) {
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  const language = useLanguage()
  const title = transformer ? transformer.labels.title[language] : t.unknown()
  const output = `o:${node.output}`
  const used = (end: string) => wired.get(end)
  return (
    <div
      className={s['node']}
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      title={wrong}
      data-node={node.id}
      data-selected={isSelected || isPicked || undefined}
      data-wrong={wrong !== undefined || undefined}
      style={{ left, width, top, height: nodeHeight(ports) }}
      onPointerDown={onDragNode}
      onKeyDown={onKey}
      onMouseEnter={() => onHover(output)}
      onMouseLeave={() => onHover(undefined)}
    >
      <div className={s['nodeHead']}>
        <span className={s['tile']} style={toneStyle(transformer ? groupTones[transformer.group] : 'red')}>
          <NodeIcon size={15} stroke={1.8} />
        </span>
        <div className={s['nodeName']}>
          <b>{node.label || title}</b>
          <small>{detailOf(node) || node.output}</small>
          <VisuallyHidden component="span">{`, ${t.output()}: ${node.output}${wrong ? `, ${wrong}` : ''}`}</VisuallyHidden>
        </div>
        {wrong && <IconAlertTriangle size={14} className={s['nodeWrong']} aria-hidden />}
      </div>
      {Array.from({ length: ports }, (_, i) => {
        const end = `i:${node.id}:${i}`
        const type = used(end)
        return (
          <span key={i}>
            {ports > 1 && (
              <span className={s['inputName']} style={{ top: sizes.nodeHead + i * sizes.nodeRow - 2 }}>
                {inputName(transformer, node, i, language)}
              </span>
            )}
            <span
              className={s['port']}
              data-side="t"
              data-port={end}
              data-used={type ? true : undefined}
              title={transformer && types[inputType(transformer, i)]()}
              style={{ top: inputAt(ports, i), ...(type && toneStyle(typeLooks[type][1])) }}
              onPointerDown={readOnly ? undefined : onDragPort(end)}
            />
          </span>
        )
      })}
      <span
        className={s['port']}
        data-side="s"
        data-port={output}
        data-used={used(output) ? true : undefined}
        title={types[gives]()}
        style={{ top: sizes.nodeHead / 2, ...toneStyle(typeLooks[gives][1]) }}
        onPointerDown={readOnly ? undefined : onDragPort(output)}
      />
    </div>
  )
}

/** The settings that say most, on one short line. */
function detailOf({ key, options }: MappingTransformer): string {
  if (isFormula({ key })) return formulaOptions.safeParse(options).data?.text ?? ''
  const said = Object.values(options).filter(
    (value) =>
      (typeof value === 'string' && value.trim() !== '' && value.length <= 40 && !/^[0-9a-f-]{36}$/.test(value)) ||
      typeof value === 'number',
  )
  return said.slice(0, 3).join(' · ')
}
