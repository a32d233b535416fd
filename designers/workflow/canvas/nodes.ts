import type { Edge, Node } from '@xyflow/react'
import type { Element } from '@weft/kit/define/element.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Flow, FlowEdge, FlowStep, Point } from '@weft/kit/workflow-text/flow.ts'
import { exitName, exitsShown, exitTone, summaryOf, type Catalogue } from '../elements.ts'
import type { Change, FlowChanges } from '../compare/flow-changes.ts'
import type { ExitCount } from './line-count.tsx'
import { lineId, markOfLine, markOfStep, type LineMark, type StepMarks } from './step-marks.ts'
import type { Box } from '../places.ts'
import type { StepProblemView } from '../problem.ts'
import type { RunFigures, StepRun } from '../run.ts'
import type { Tidy } from '../use-tidy.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'

export type CardData = {
  step: FlowStep
  element: Element | undefined
  inputs: readonly string[]
  /** `unled`: records that left by an exit which leads nowhere. */
  exits: { id: string; name: string; tone: Tone; unled?: ExitCount | undefined }[]
  summary: string
  trouble: 'error' | 'warning' | undefined
  run: StepRun | undefined
  mark: 'here' | 'passed' | Change | undefined
}
export type CardNode = Node<CardData, 'step'>
export type LineEdge = Edge<
  {
    edge: FlowEdge
    count: ExitCount | undefined
    isLive: boolean
    mark?: LineMark | undefined
    change?: Change | undefined
  },
  'line'
>

const cardWidth = 216
const cardHeight = 79
const branchedHeight = 86

export type DrawnNode = {
  flow: Flow
  catalogue: Catalogue
  problems: readonly StepProblemView[]
  run: RunFigures | undefined
  names: ReadonlyMap<string, string>
  language: Language
  tidy: Tidy | undefined
  marks?: StepMarks | undefined
  changes?: FlowChanges | undefined
  shown?: ShownRecords | undefined
}

/** Whose records stand in the data column, and what shows those of another exit there. */
export type ShownRecords = {
  step: string | undefined
  exit: string | undefined
  show(step: string, exit: string): void
}

/** The flow as the canvas draws it. */
export function cardsOf({
  flow,
  catalogue,
  problems,
  run,
  names,
  language,
  tidy,
  marks,
  changes,
  shown,
}: DrawnNode): CardNode[] {
  const places = nodePositions(flow, catalogue, tidy)
  const troubled = troubleBySteps(problems)
  const led = new Set(flow.edges.map(({ from, exit }) => `${from}.${exit}`))
  return flow.steps.map((step) => {
    const element = catalogue.get(step.element)
    const exits = exitsShown(element, step).map((id, i) => ({
      id,
      name: exitName(element, id, language),
      tone: exitTone(id, i),
      unled: led.has(`${step.id}.${id}`)
        ? undefined
        : countOf({ run, element, language, shown }, { from: step.id, exit: id }),
    }))
    const data: CardData = {
      step,
      element,
      inputs: element?.inputs ?? ['in'],
      exits,
      summary: summaryOf(element, step, names, language),
      trouble: troubled.get(step.id),
      run: run?.steps[step.id],
      mark: marks ? markOfStep(marks, step.id) : changes?.steps.get(step.id),
    }
    return {
      id: step.id,
      type: 'step',
      position: places[step.id]!,
      data,
      ariaLabel: `${step.label || element?.labels.title[language] || step.element} (${step.id})`,
    }
  })
}

type DrawnLine = Pick<DrawnNode, 'flow' | 'catalogue' | 'run' | 'marks' | 'changes' | 'shown' | 'language'>

export function linesOf({ flow, catalogue, run, marks, changes, shown, language }: DrawnLine): LineEdge[] {
  const known = new Map(flow.steps.map((step) => [step.id, catalogue.get(step.element)]))
  return flow.edges
    .filter((edge) => known.has(edge.from) && known.has(edge.to))
    .map((edge) => ({
      id: lineId(edge),
      type: 'line',
      source: edge.from,
      sourceHandle: edge.exit,
      target: edge.to,
      targetHandle: edge.input,
      data: {
        edge,
        count: countOf({ run, element: known.get(edge.from), language, shown }, edge),
        isLive: Boolean(run?.is_live && run.steps[edge.from]?.state === 'working'),
        mark: marks && markOfLine(marks, edge),
        change: changes?.lines.get(lineId(edge)),
      },
    }))
}

type Counted = Pick<DrawnNode, 'run' | 'language' | 'shown'> & { element: Element | undefined }

function countOf({ run, element, language, shown }: Counted, edge: Pick<FlowEdge, 'from' | 'exit'> & { to?: string }) {
  const { from, exit, to } = edge
  const count = run?.steps[from]?.exits[exit]
  if (!count || !shown) return undefined
  return {
    count,
    step: from,
    exit,
    name: exitName(element, exit, language),
    isAmber: ['amber', 'red'].includes(exitTone(exit, 0)),
    isShown: (from === shown.step && exit === shown.exit) || (to !== undefined && to === shown.step),
    show: () => shown.show(from, exit),
  }
}

/** The same cards, each the very object of before where nothing about it changed, so that only changed ones are drawn again. */
export function kept(before: ReadonlyMap<string, CardNode>, cards: CardNode[]): CardNode[] {
  return cards.map((card) => {
    const known = before.get(card.id)
    return known && known.data.element === card.data.element && sameCard(known, card) ? known : card
  })
}

const sameCard = (a: CardNode, b: CardNode) =>
  JSON.stringify({ ...a, data: { ...a.data, element: null } }) ===
  JSON.stringify({ ...b, data: { ...b.data, element: null } })

/** Whether the document says nothing of places, as one written by hand may. */
export function isUnplaced({ steps }: Flow): boolean {
  const spots = new Set(steps.flatMap(({ position }) => (position ? [`${position.x} ${position.y}`] : [])))
  return spots.size < 2 && steps.length > 1
}

/** Where each step stands. Where nothing is said everything is laid out; what is new stands beside the rest. */
export function nodePositions(flow: Flow, catalogue: Catalogue, tidy: Tidy | undefined): Record<string, Point> {
  if (tidy && isUnplaced(flow)) return tidy(boxesOf(flow, catalogue), flow.edges)
  const right = Math.max(0, ...flow.steps.flatMap(({ position }) => position?.x ?? [])) + cardWidth + 40
  let row = 0
  return Object.fromEntries(flow.steps.map((step) => [step.id, step.position ?? { x: right, y: 120 * row++ }]))
}

export const boxesOf = (
  flow: Flow,
  catalogue: Catalogue,
  measured?: (id: string) => { width?: number; height?: number } | undefined,
): Box[] =>
  flow.steps.map((step) => {
    const exits = exitsShown(catalogue.get(step.element), step)
    const size = measured?.(step.id)
    return {
      id: step.id,
      width: size?.width ?? cardWidth,
      height: size?.height ?? (exits.length > 1 ? branchedHeight : cardHeight),
      exits,
    }
  })

function troubleBySteps(problems: readonly StepProblemView[]) {
  const found = new Map<string, 'error' | 'warning'>()
  for (const { step, level } of problems)
    if (step && found.get(step) !== 'error') found.set(step, level === 'warning' ? 'warning' : 'error')
  return found
}
