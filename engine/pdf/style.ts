/** How text looks, in points; what is inside inherits it. */
export type TextStyle = {
  size: number
  strong: boolean
  italic: boolean
  underline: boolean
  colour: string
  align: 'left' | 'center' | 'right'
  link: string | undefined
}

export const firstStyle: TextStyle = {
  size: 10,
  strong: false,
  italic: false,
  underline: false,
  colour: '#1b2230',
  align: 'left',
  link: undefined,
}

export type Typeface = 'body' | 'strong' | 'italic' | 'strong_italic'

export const typefaceOf = ({ strong, italic }: TextStyle): Typeface =>
  strong ? (italic ? 'strong_italic' : 'strong') : italic ? 'italic' : 'body'

const headings: Record<string, number> = { h1: 18, h2: 14, h3: 12, h4: 10.5 }
export const isHeading = (tag: string) => tag in headings

/** The style inside an element: what its name says, and over that what its attributes say. */
export function styleOf(tag: string, attributes: ReadonlyMap<string, string>, outer: TextStyle): TextStyle {
  const css = declarations(attributes)
  const size = sizeOf(css.get('font-size'), outer.size)
  const weight = css.get('font-weight')
  const href = tag === 'a' ? attributes.get('href') : undefined
  return {
    size: size ?? headings[tag] ?? (tag === 'small' ? outer.size * 0.85 : outer.size),
    strong: weight
      ? weight === 'bold' || Number(weight) >= 600
      : outer.strong || isHeading(tag) || ['strong', 'b', 'th'].includes(tag),
    italic: css.has('font-style') ? css.get('font-style') === 'italic' : outer.italic || tag === 'em' || tag === 'i',
    underline: css.get('text-decoration')?.includes('underline') ?? (outer.underline || tag === 'u'),
    colour: colourOf(css.get('color')) ?? outer.colour,
    align: alignOf(css.get('text-align') ?? attributes.get('align')) ?? outer.align,
    link: href && /^(https?:\/\/|mailto:)/i.test(href) ? href : outer.link,
  }
}

/** The declarations of a `style` attribute. */
export const declarations = (attributes: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(
    (attributes.get('style') ?? '').split(';').flatMap((one) => {
      const colon = one.indexOf(':')
      return colon < 0
        ? []
        : [
            [
              one.slice(0, colon).trim().toLowerCase(),
              one
                .slice(colon + 1)
                .trim()
                .toLowerCase(),
            ],
          ]
    }),
  )

const perUnit: Record<string, number> = { pt: 1, px: 0.75, mm: 72 / 25.4, cm: 72 / 2.54, '': 0.75 }

/** A length in points; a percentage is one of the whole. */
export function lengthOf(text: string | undefined, whole: number): number | undefined {
  const [, digits, unit] = /^(\d{1,5}(?:\.\d{1,4})?)(pt|px|mm|cm|%|)$/.exec(text?.trim() ?? '') ?? []
  if (digits === undefined) return undefined
  return unit === '%' ? (Number(digits) * whole) / 100 : Number(digits) * perUnit[unit!]!
}

function sizeOf(text: string | undefined, outer: number): number | undefined {
  const [, em] = /^(\d(?:\.\d{1,3})?)em$/.exec(text ?? '') ?? []
  const size = em ? Number(em) * outer : lengthOf(text, outer)
  return size === undefined ? undefined : Math.min(Math.max(size, 4), 72)
}

const alignOf = (text: string | undefined) =>
  text === 'left' || text === 'center' || text === 'right' ? text : undefined

const named: Record<string, string> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  orange: '#ffa500',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  navy: '#000080',
}

/** A colour as `#rrggbb`; one that is written otherwise is none. */
export function colourOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^#[0-9a-f]{6}$/.test(text)) return text
  if (/^#[0-9a-f]{3}$/.test(text)) return text.replace(/[0-9a-f]/g, '$&$&')
  const parts = /^rgb\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})\)$/.exec(text)?.slice(1).map(Number)
  if (parts) return `#${parts.map((one) => Math.min(one, 255).toString(16).padStart(2, '0')).join('')}`
  return Object.hasOwn(named, text) ? named[text] : undefined
}
