import { defineTask, previewLimits } from '../isolation/task.ts'

/** What files that hold no records are shown as. */
export type FileView =
  | {
      kind: 'mail'
      subject: string
      from: string
      to: string
      cc: string
      sent_at: string
      text: string
      attachments: { name: string; type: string; size: number }[]
    }
  | { kind: 'archive'; entries: { name: string; size: number; modified_at: string }[]; complete: boolean }
  | { kind: 'pdf'; title: string; pages: string[]; total: number }
  | { kind: 'text'; text: string; complete: boolean }

export type Viewed = FileView['kind']

const endings: Record<string, Viewed> = {
  ...{ eml: 'mail', pdf: 'pdf' },
  ...{ zip: 'archive', jar: 'archive', tar: 'archive', tgz: 'archive', 'tar.gz': 'archive' },
}
const pictures = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif', 'tif', 'tiff', 'svg'])
const records = new Set(['csv', 'tsv', 'xlsx', 'xml', 'json', 'jsonl', 'ndjson'])
const plain = new Set(['txt', 'log', 'md', 'yaml', 'yml', 'sql', 'ini', 'html', 'htm', 'edi', 'ics', 'vcf'])

/** How a file is to be looked at, by its name; of what ends otherwise it is tried whether it holds records. */
export function viewOf(name: string): Viewed | 'picture' | 'records' {
  const ending = /\.(tar\.gz|[^./]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (endings[ending]) return endings[ending]
  if (pictures.has(ending)) return 'picture'
  if (plain.has(ending)) return 'text'
  return 'records'
}

/** Whether the ending of a name promises records, so that it matters why there are none. */
export const promisesRecords = (name: string) => records.has(/\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')

/** What stands in a mail, an archive, a PDF or a text, as far as fits on a screen. */
export const viewFile = defineTask<{ as: Viewed }, FileView>({
  name: 'view_file',
  limits: previewLimits,
  advice: {
    en: 'Download the file and look at it there.',
    de: 'Laden Sie die Datei herunter und sehen Sie sie dort an.',
  },
})
