import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { typefaces } from '../pdf/typefaces.server.ts'

/**
 * Says by which fonts text in an SVG is drawn: those a PDF is set in first, and behind them what the machine has, which may be none.
 * fontconfig reads it once, so it is said before sharp is loaded.
 */
export function chooseFonts(): void {
  if (process.env['FONTCONFIG_FILE']) return
  const file = path.join(tmpdir(), 'fonts.conf')
  const folders = new Set(Object.values(typefaces).map((face) => path.dirname(face)))
  const lines = [...folders].map((folder) => `<dir>${xml(folder)}</dir>`)
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${lines.join('\n')}
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<cachedir>${xml(path.join(tmpdir(), 'fonts'))}</cachedir>
</fontconfig>
`,
  )
  process.env['FONTCONFIG_FILE'] = file
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
