import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5'
import { pdfLimits, tooMuch } from './limits.ts'
import { colourOf, declarations, firstStyle, isHeading, styleOf, type TextStyle } from './style.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** A piece of text in one style; a line ends at its line feeds. */
export type Run = { text: string; style: TextStyle }
export type Cell = { blocks: Block[]; span: number; width: string | undefined; fill: string | undefined }
export type Row = { cells: Cell[]; head: boolean }
export type Block = { page_before?: boolean } & (
  | { kind: 'text'; runs: Run[]; align: TextStyle['align']; before: number; after: number; heading: boolean }
  | { kind: 'item'; marker: string; style: TextStyle; blocks: Block[] }
  | {
      kind: 'picture'
      source: string
      width: string | undefined
      height: string | undefined
      align: TextStyle['align']
    }
  | { kind: 'table'; rows: Row[] }
  | { kind: 'rule' }
)

const unseen = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'iframe', 'object', 'svg', 'math'])
const blocky = new Set(
  'address article aside blockquote body center dd div dl dt figure footer header hr html h1 h2 h3 h4 img li main nav ol p pre section table ul'.split(
    ' ',
  ),
)

/** The blocks of an HTML text, read as browsers read it; what a page of paper cannot show is left out. */
export function blocksOf(html: string): Block[] {
  if (html.length > pdfLimits.html) throw tooMuch('html')
  const gathered = gathering()
  walk(parse(html, { treeAdapter: shallow() }).childNodes, gathered, firstStyle, 0)
  return gathered.finish()
}

/** Refuses what is nested too deeply while it is read: reading it takes the square of its depth. */
function shallow(): typeof tree {
  let depth = 0
  return {
    ...tree,
    onItemPush() {
      if (++depth > pdfLimits.depth) throw tooMuch('depth')
    },
    onItemPop: () => void depth--,
  }
}

type Gathering = ReturnType<typeof gathering>

/** Blocks in their order; text between two of them is a paragraph of its own. */
function gathering() {
  const blocks: Block[] = []
  let runs: Run[] = []
  let open: { style: TextStyle; before: number; after: number; heading: boolean } | undefined
  let page_before = false
  const close = () => {
    const said = trimmed(runs)
    runs = []
    if (said.length === 0) return
    const { before, after, heading } = open ?? { before: 0, after: 0, heading: false }
    add({ kind: 'text', runs: said, align: (open?.style ?? said[0]!.style).align, before, after, heading })
  }
  const add = (block: Block) => {
    blocks.push(page_before ? { ...block, page_before } : block)
    page_before = false
  }
  return {
    text: (text: string, style: TextStyle) => void runs.push({ text, style }),
    block(block: Block) {
      close()
      add(block)
    },
    /** What comes now stands in a block of its own, until it is closed. */
    open(next: typeof open) {
      close()
      const outer = open
      open = next
      return () => {
        close()
        open = outer
      }
    },
    breakPage() {
      close()
      page_before = true
    },
    finish() {
      close()
      return blocks
    },
  }
}

/** White space as HTML means it: one blank for many, none at the ends of a paragraph or beside its line ends. */
function trimmed(runs: Run[]): Run[] {
  let blank = true
  const kept = runs.flatMap(({ text, style }) => {
    const said = [...text].reduce((sum, char) => {
      const space = char === ' '
      if (space && blank) return sum
      blank = space || char === '\n'
      return sum + char
    }, '')
    return said === '' ? [] : [{ text: said, style }]
  })
  while (kept.length > 0) {
    const last = kept.at(-1)!
    last.text = last.text.replace(/[ \n]+$/, '')
    if (last.text !== '') break
    kept.pop()
  }
  return kept
}

function walk(nodes: Node[], to: Gathering, style: TextStyle, depth: number) {
  if (depth > pdfLimits.depth) throw tooMuch('depth')
  for (const node of nodes)
    if (tree.isTextNode(node)) to.text(printable(node.value).replace(/[ \t\n\r\f]+/g, ' '), style)
    else if (tree.isElementNode(node)) element(node, to, style, depth)
}

// Control characters have no glyph, and lone halves of a character none either.
const printable = (text: string) => text.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, '')

const attributesOf = (node: Element) => new Map(node.attrs.map(({ name, value }) => [name, value]))

function element(node: Element, to: Gathering, outer: TextStyle, depth: number) {
  const tag = node.tagName
  if (unseen.has(tag)) return
  const attributes = attributesOf(node)
  const style = styleOf(tag, attributes, outer)
  const css = declarations(attributes)
  const breaks = (where: string) =>
    [css.get(`page-break-${where}`), css.get(`break-${where}`)].some((one) => one === 'always' || one === 'page')
  if (breaks('before')) to.breakPage()
  if (tag === 'br') to.text('\n', style)
  else if (tag === 'hr') to.block({ kind: 'rule' })
  else if (tag === 'img') to.block(picture(attributes, css, style))
  else if (tag === 'table') to.block({ kind: 'table', rows: rowsOf(node, style, depth + 1, false) })
  else if (tag === 'ul' || tag === 'ol') list(node, to, style, depth)
  else if (tag === 'pre') {
    const close = to.open({ style, before: 2, after: 6, heading: false })
    for (const line of printable(textOf(node, depth)).split(/\r?\n/))
      to.text(`${line.replace(/[ \t]/g, '\u00A0')}\n`, style)
    close()
  } else if (blocky.has(tag)) {
    const heading = isHeading(tag)
    const gaps = heading ? { before: style.size * 0.7, after: 4 } : { before: 0, after: tag === 'p' ? 6 : 0 }
    const close = to.open({ style, ...gaps, heading })
    walk(node.childNodes, to, style, depth + 1)
    close()
  } else walk(node.childNodes, to, style, depth + 1)
  if (breaks('after')) to.breakPage()
}

function textOf(node: Element, depth: number): string {
  if (depth > pdfLimits.depth) throw tooMuch('depth')
  return node.childNodes
    .map((one) => (tree.isTextNode(one) ? one.value : tree.isElementNode(one) ? textOf(one, depth + 1) : ''))
    .join('')
}

const picture = (
  attributes: ReadonlyMap<string, string>,
  css: ReadonlyMap<string, string>,
  { align }: TextStyle,
): Block => ({
  kind: 'picture',
  source: attributes.get('src') ?? '',
  width: css.get('width') ?? attributes.get('width'),
  height: css.get('height') ?? attributes.get('height'),
  align,
})

function list(node: Element, to: Gathering, style: TextStyle, depth: number) {
  let number = Number(attributesOf(node).get('start') ?? 1) || 1
  for (const child of node.childNodes) {
    if (!tree.isElementNode(child)) continue
    const inside = gathering()
    const own = styleOf(child.tagName, attributesOf(child), style)
    walk(child.childNodes, inside, own, depth + 2)
    to.block({
      kind: 'item',
      marker: node.tagName === 'ol' ? `${number++}.` : '•',
      style: own,
      blocks: inside.finish(),
    })
  }
}

/** The rows of a table; those of its head are shown again on every page it reaches. */
function rowsOf(node: Element, style: TextStyle, depth: number, head: boolean): Row[] {
  if (depth > pdfLimits.depth) throw tooMuch('depth')
  return node.childNodes.flatMap((child) => {
    if (!tree.isElementNode(child)) return []
    const own = styleOf(child.tagName, attributesOf(child), style)
    return child.tagName === 'tr'
      ? [{ cells: cellsOf(child, own, depth), head }]
      : rowsOf(child, own, depth + 1, child.tagName === 'thead')
  })
}

function cellsOf(row: Element, style: TextStyle, depth: number): Cell[] {
  const fill = colourOf(declarations(attributesOf(row)).get('background-color'))
  return row.childNodes.flatMap((child) => {
    if (!tree.isElementNode(child) || !['td', 'th'].includes(child.tagName)) return []
    const attributes = attributesOf(child)
    const css = declarations(attributes)
    const inside = gathering()
    walk(child.childNodes, inside, styleOf(child.tagName, attributes, style), depth + 2)
    return [
      {
        blocks: inside.finish(),
        span: Math.min(Math.max(Math.trunc(Number(attributes.get('colspan') ?? 1)) || 1, 1), 50),
        width: css.get('width') ?? attributes.get('width'),
        fill: colourOf(css.get('background-color')) ?? fill,
      },
    ]
  })
}
