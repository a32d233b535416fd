import type { Block, Cell, Row, Run } from './blocks.ts'
import { pictureOf } from './pictures.server.ts'
import { lengthOf, typefaceOf, type TextStyle } from './style.ts'
import { plain } from './typefaces.server.ts'

/** Something that is put below another thing: as high as that, and not to be cut unless it says where. */
export type Box = {
  height: number
  draw(x: number, y: number): void
  /** No use at the top of a page. */
  gap?: boolean
  page_before?: boolean
  /** Stays on the page of what follows. */
  with_next?: boolean
  /** What stands above it again where it comes to a new page. */
  head?: Box[]
  /** Its upper part, of at most that height, and the rest. */
  split?(room: number): [Box, Box] | undefined
}

const lineHeight = 1.4
const indent = 18
const pad = 4
const faint = '#cfd5de'

/** Turns blocks into boxes of one width; `document` measures and is drawn into. */
export function boxesIn(document: PDFKit.PDFDocument) {
  const widths = new Map<string, number>()
  const widthOf = (text: string, style: TextStyle) => {
    const key = `${typefaceOf(style)} ${style.size} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      width = document.font(typefaceOf(style)).fontSize(style.size).widthOfString(text, { features: plain })
      if (widths.size < 50_000) widths.set(key, width)
    }
    return width
  }

  const boxes = (blocks: readonly Block[], width: number): Box[] =>
    blocks.flatMap((block) => {
      const made = boxesOf(block, width)
      if (block.page_before && made[0]) made[0] = { ...made[0], page_before: true }
      return made
    })

  function boxesOf(block: Block, width: number): Box[] {
    if (block.kind === 'text') {
      const lines = linesOf(block.runs, width).map((line) => lineBox(line, width, block.align))
      if (block.heading) for (const line of lines) line.with_next = true
      return [...gap(block.before), ...lines, ...gap(block.after, block.heading)]
    }
    if (block.kind === 'rule') return [ruleBox(width)]
    if (block.kind === 'picture') return [pictureBox(block, width), ...gap(6)]
    if (block.kind === 'table') return [...tableBoxes(block.rows, width), ...gap(8)]
    return itemBoxes(block, width)
  }

  function itemBoxes({ marker, style, blocks }: Extract<Block, { kind: 'item' }>, width: number): Box[] {
    const inside = boxes(blocks, width - indent).map((box) => moved(box, indent))
    const first = inside.findIndex((box) => !box.gap)
    if (first < 0) return inside
    const line = lineBox([{ text: marker, style, width: widthOf(marker, style) }], width, 'left')
    inside[first] = over(inside[first]!, line)
    return [...inside, ...gap(2)]
  }

  function ruleBox(width: number): Box {
    const draw = (x: number, y: number) =>
      void document
        .moveTo(x, y + 6)
        .lineTo(x + width, y + 6)
        .lineWidth(0.6)
        .strokeColor(faint)
        .stroke()
    return { height: 12, draw }
  }

  function pictureBox(block: Extract<Block, { kind: 'picture' }>, width: number): Box {
    const picture = pictureOf(document, block.source)
    const [wide, high] = [lengthOf(block.width, width), lengthOf(block.height, width)]
    const ratio = picture.width / picture.height
    const [w, h] = [wide ?? (high ? high * ratio : picture.width), high ?? (wide ? wide / ratio : picture.height)]
    const fit = Math.min(1, width / w, 700 / h)
    const shift = block.align === 'right' ? width - w * fit : block.align === 'center' ? (width - w * fit) / 2 : 0
    return { height: h * fit, draw: (x, y) => picture.draw(x + shift, y, w * fit, h * fit) }
  }

  type Piece = { text: string; style: TextStyle; width: number }

  /** Breaks runs at blanks into lines that fit; a word that is wider than the line is cut. */
  function linesOf(runs: readonly Run[], width: number): Piece[][] {
    const lines: Piece[][] = []
    let line: Piece[] = []
    let used = 0
    const next = () => {
      lines.push(line)
      line = []
      used = 0
    }
    const put = (text: string, style: TextStyle, wide: number) => {
      const last = line.at(-1)
      if (last?.style === style) {
        last.text += text
        last.width += wide
      } else line.push({ text, style, width: wide })
      used += wide
    }
    for (const { text, style } of runs)
      for (const word of text.split(/(\n| )/)) {
        if (word === '') continue
        if (word === '\n') {
          next()
          continue
        }
        const wide = widthOf(word, style)
        if (used + wide <= width + 0.01) put(word, style, wide)
        else if (word === ' ') put(word, style, 0)
        else {
          if (line.length > 0) next()
          for (const part of wide <= width ? [word] : cut(word, style, width)) {
            if (line.length > 0) next()
            put(part, style, widthOf(part, style))
          }
        }
      }
    lines.push(line)
    return lines.map(withoutBlanks)
  }

  function cut(word: string, style: TextStyle, width: number): string[] {
    const parts: string[] = []
    let [part, used] = ['', 0]
    for (const char of word) {
      const wide = widthOf(char, style)
      if (part !== '' && used + wide > width) {
        parts.push(part)
        ;[part, used] = ['', 0]
      }
      part += char
      used += wide
    }
    return [...parts, part]
  }

  function withoutBlanks(line: Piece[]): Piece[] {
    const last = line.at(-1)
    if (!last?.text.endsWith(' ')) return line
    const text = last.text.replace(/ +$/, '')
    return [...line.slice(0, -1), ...(text === '' ? [] : [{ ...last, text, width: widthOf(text, last.style) }])]
  }

  function lineBox(line: Piece[], width: number, align: TextStyle['align']): Box {
    const size = Math.max(...line.map(({ style }) => style.size), line.length === 0 ? 10 : 0)
    const used = line.reduce((sum, piece) => sum + piece.width, 0)
    const shift = align === 'right' ? width - used : align === 'center' ? (width - used) / 2 : 0
    return {
      height: size * lineHeight,
      draw(x, y) {
        let at = x + shift
        for (const { text, style, width: wide } of line) {
          document
            .font(typefaceOf(style))
            .fontSize(style.size)
            .fillColor(style.colour)
            .text(text, at, y + size * 1.05, {
              lineBreak: false,
              baseline: 'alphabetic',
              features: plain,
              underline: style.underline,
              ...(style.link && { link: style.link, underline: true }),
            })
          at += wide
        }
      },
    }
  }

  function tableBoxes(rows: readonly Row[], width: number): Box[] {
    const columns = columnsOf(rows, width)
    const made = rows.map((row) => ({ head: row.head, box: rowBox(row, columns) }))
    const head = made.filter((row) => row.head).map(({ box }) => ({ ...box, with_next: true }))
    return made.map(({ head: isHead, box }) => (isHead ? { ...box, with_next: true } : { ...box, head }))
  }

  /** As wide as was asked for; the others share what is left by what their longest words and lines need. */
  function columnsOf(rows: readonly Row[], width: number): number[] {
    const asked: (number | undefined)[] = []
    const needed: number[] = []
    const least: number[] = []
    for (const { cells } of rows) {
      let at = 0
      for (const { span, width: own, blocks } of cells) {
        if (span === 1) {
          asked[at] ??= lengthOf(own, width)
          const { line, word } = needs(blocks)
          needed[at] = Math.max(needed[at] ?? 0, line + 2 * pad)
          least[at] = Math.max(least[at] ?? 0, word + 2 * pad)
        }
        at += span
      }
    }
    const count = Math.max(1, ...rows.map(({ cells }) => cells.reduce((sum, { span }) => sum + span, 0)))
    const all = Array.from({ length: count }, (_, i) => i)
    const free = all.filter((i) => asked[i] === undefined)
    const left = Math.max(0, width - all.reduce((sum, i) => sum + (asked[i] ?? 0), 0))
    const words = free.reduce((sum, i) => sum + (least[i] ?? 2 * pad), 0)
    const wishes = free.map((i) => Math.max(1, (needed[i] ?? 2 * pad) - (least[i] ?? 2 * pad)))
    const wished = wishes.reduce((sum, one) => sum + one, 0)
    const shares = all.map((i) => {
      const at = free.indexOf(i)
      if (at < 0) return asked[i]!
      return words <= left
        ? (least[i] ?? 2 * pad) + ((left - words) * wishes[at]!) / wished
        : (left * (least[i] ?? 2 * pad)) / words
    })
    const sum = shares.reduce((total, one) => total + one, 0)
    return sum > width ? shares.map((one) => (one * width) / sum) : shares
  }

  /** What the longest line and the longest word of a cell need. */
  function needs(blocks: readonly Block[]): { line: number; word: number } {
    let [line, word] = [0, 0]
    for (const block of blocks) {
      if (block.kind === 'picture') word = Math.max(word, lengthOf(block.width, 200) ?? 60)
      if (block.kind === 'item') {
        const inside = needs(block.blocks)
        line = Math.max(line, inside.line + indent)
        word = Math.max(word, inside.word + indent)
      }
      if (block.kind !== 'text') continue
      line = Math.max(
        line,
        block.runs.reduce((sum, { text, style }) => sum + widthOf(text, style), 0),
      )
      for (const { text, style } of block.runs)
        for (const one of text.split(/[\n ]/)) word = Math.max(word, Math.min(widthOf(one, style), 240))
    }
    return { line: Math.max(line, word), word }
  }

  function rowBox({ cells, head }: Row, columns: readonly number[]): Box {
    let at = 0
    let x = 0
    const placed = cells.map((cell) => {
      const width = columns.slice(at, at + cell.span).reduce((sum, one) => sum + one, 0)
      const one = { cell, x, width, boxes: trimmedBoxes(boxes(cell.blocks, Math.max(1, width - 2 * pad))) }
      at += cell.span
      x += width
      return one
    })
    return cellsBox(placed, x, head)
  }

  type Placed = { cell: Cell; x: number; width: number; boxes: Box[] }

  function cellsBox(placed: Placed[], width: number, head: boolean): Box {
    const inner = Math.max(0, ...placed.map(({ boxes: list }) => heightOf(list)))
    const height = inner + 2 * pad
    return {
      height,
      draw(x, y) {
        for (const { cell, x: left, width: wide, boxes: list } of placed) {
          if (cell.fill) document.rect(x + left, y, wide, height).fill(cell.fill)
          let down = y + pad
          for (const box of list) {
            box.draw(x + left + pad, down)
            down += box.height
          }
        }
        const below = y + height
        document
          .moveTo(x, below)
          .lineTo(x + width, below)
          .lineWidth(head ? 1 : 0.5)
          .strokeColor(head ? '#5b6472' : faint)
          .stroke()
      },
      split(room) {
        const halves = placed.map((one) => {
          let [used, count] = [0, 0]
          while (count < one.boxes.length && used + one.boxes[count]!.height <= room - 2 * pad)
            used += one.boxes[count++]!.height
          return { one, count }
        })
        if (halves.every(({ one, count }) => count === 0 || one.boxes.length === 0)) return undefined
        return [
          cellsBox(
            halves.map(({ one, count }) => ({ ...one, boxes: one.boxes.slice(0, count) })),
            width,
            head,
          ),
          cellsBox(
            halves.map(({ one, count }) => ({ ...one, boxes: one.boxes.slice(count) })),
            width,
            head,
          ),
        ]
      },
    }
  }

  return boxes
}

const heightOf = (boxes: readonly Box[]) => boxes.reduce((sum, { height }) => sum + height, 0)
const gap = (height: number, with_next = false): Box[] =>
  height > 0 ? [{ height, gap: true, draw: () => undefined, ...(with_next && { with_next }) }] : []

/** Without gaps at its ends. */
function trimmedBoxes(boxes: Box[]): Box[] {
  const [from, to] = [boxes.findIndex((box) => !box.gap), boxes.findLastIndex((box) => !box.gap)]
  return from < 0 ? [] : boxes.slice(from, to + 1)
}

function moved(box: Box, by: number): Box {
  const { split, head } = box
  return {
    ...box,
    draw: (x, y) => box.draw(x + by, y),
    ...(head && { head: head.map((one) => moved(one, by)) }),
    ...(split && {
      split(room) {
        const parts = split(room)
        return parts && [moved(parts[0], by), moved(parts[1], by)]
      },
    }),
  }
}

/** Two boxes at one place, the height of the first. */
const over = (box: Box, other: Box): Box => ({
  ...box,
  draw(x, y) {
    other.draw(x, y)
    box.draw(x, y)
  },
})
