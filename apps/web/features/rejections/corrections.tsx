import { Button, FileButton, Menu } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Cause } from './texts.ts'

const texts = defineMessages({
  export: { en: 'Export', de: 'Exportieren' },
  csv: { en: 'As CSV', de: 'Als CSV' },
  xlsx: { en: 'As Excel (XLSX)', de: 'Als Excel (XLSX)' },
  import: { en: 'Import corrected', de: 'Korrigiertes importieren' },
  imported: {
    en: '{records, plural, one {One corrected record is} other {# corrected records are}} being tried again',
    de: '{records, plural, one {Ein korrigierter Datensatz wird} other {# korrigierte Datensätze werden}} erneut versucht',
  },
  left: {
    en: '{unchanged, plural, =0 {} one {One row changed nothing. } other {# rows changed nothing. }}{unknown, plural, =0 {} one {One row is of no record that waits here.} other {# rows are of no records that wait here.}}',
    de: '{unchanged, plural, =0 {} one {Eine Zeile änderte nichts. } other {# Zeilen änderten nichts. }}{unknown, plural, =0 {} one {Eine Zeile gehört zu keinem wartenden Datensatz.} other {# Zeilen gehören zu keinen wartenden Datensätzen.}}',
  },
})

/** What waits, taken out as a file and brought back corrected. */
export function Corrections({ cause: { id } }: { cause: Cause }) {
  const t = useTexts(texts)
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const bring = async (file: File | null) => {
    if (!file) return
    setBusy(true)
    try {
      const { data } = await api.upload(`/rejection_causes/${id}/import`, [file], undefined, { quiet: true })
      toast({ title: t.imported(data), message: t.left(data), tone: 'green' })
      await refresh('/rejection_causes', '/jobs')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast({ title: error.errors['file']?.join(' ') ?? error.message, tone: 'red' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconDownload size={14} />}>
            {t.export()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Menu.Item key={format} onClick={() => void api.download(`/rejection_causes/${id}/export`, { format })}>
              {t[format]()}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {may('jobs.run') && (
        <FileButton onChange={(file) => void bring(file)} accept=".csv,.xlsx">
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={busy} leftSection={<IconUpload size={14} />}>
              {t.import()}
            </Button>
          )}
        </FileButton>
      )}
    </>
  )
}
