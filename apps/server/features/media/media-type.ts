export type MediaKind = { type: 'image' | 'text' | 'pdf'; mime: string }

const starts = (data: Buffer, ...bytes: number[]) => data.subarray(0, bytes.length).equals(Buffer.from(bytes))

/** What these bytes are, whatever the file is called: a picture, a PDF or a text; undefined for anything else. SVG counts as text, because it may carry scripts. */
export function kindOf(data: Buffer): MediaKind | undefined {
  if (starts(data, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { type: 'image', mime: 'image/png' }
  if (starts(data, 0xff, 0xd8, 0xff)) return { type: 'image', mime: 'image/jpeg' }
  if (data.subarray(0, 4).toString('latin1') === 'RIFF' && data.subarray(8, 12).toString('latin1') === 'WEBP')
    return { type: 'image', mime: 'image/webp' }
  if (/^GIF8[79]a/.test(data.subarray(0, 6).toString('latin1'))) return { type: 'image', mime: 'image/gif' }
  if (data.subarray(0, 5).toString('latin1') === '%PDF-') return { type: 'pdf', mime: 'application/pdf' }
  return isText(data) ? { type: 'text', mime: 'text/plain; charset=utf-8' } : undefined
}

function isText(data: Buffer): boolean {
  if (data.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(data)
    return true
  } catch {
    return false
  }
}
