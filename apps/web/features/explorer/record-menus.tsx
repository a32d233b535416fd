import { Button, Menu } from '@mantine/core'
import { IconChecks, IconDownload } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { queryOf, type Selection } from './selection.ts'
import { changeTexts, type Mark, type Marked } from './use-record-changes.ts'
import type { useRecords } from './use-records.ts'

const texts = defineMessages({
  export: { en: 'Export', de: 'Exportieren' },
  table: { en: 'CSV for spreadsheets', de: 'CSV für Tabellenprogramme' },
  csv: { en: 'CSV for programs', de: 'CSV für Programme' },
  json: { en: 'JSON', de: 'JSON' },
  xlsx: { en: 'Excel (XLSX)', de: 'Excel (XLSX)' },
  mark: { en: 'Mark', de: 'Markieren' },
  markChosen: { en: 'Selected records', de: 'Ausgewählte Datensätze' },
  markAll: { en: 'All records shown', de: 'Alle angezeigten Datensätze' },
})

/** Marks records as processed or not: those selected, or all that are shown. */
export function MarkMenu({
  chosen,
  total,
  onMark,
}: {
  chosen: number
  total: number
  onMark: (how: Mark, which: Marked) => Promise<void>
}) {
  const t = useTexts(texts)
  const changes = useTexts(changeTexts)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconChecks size={15} />}>
          {t.mark()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['chosen', 'all'] as const).map((which) => (
          <div key={which}>
            <Menu.Label>{which === 'chosen' ? t.markChosen() : t.markAll()}</Menu.Label>
            {(['clean', 'dirty'] as const).map((how) => (
              <Menu.Item
                key={how}
                disabled={which === 'chosen' ? chosen === 0 : total === 0}
                onClick={() => void onMark(how, which)}
              >
                {how === 'clean' ? changes.markClean() : changes.markDirty()}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function ExportMenu({ path, selection }: { path: ReturnType<typeof useRecords>['path']; selection: Selection }) {
  const t = useTexts(texts)
  const language = useLanguage()
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={15} />}>
          {t.export()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => void api.download(`${path}/export`, { ...queryOf(selection), format: 'csv', language })}
        >
          {t.table()}
        </Menu.Item>
        {(['xlsx', 'csv', 'json'] as const).map((format) => (
          <Menu.Item
            key={format}
            onClick={() => void api.download(`${path}/export`, { ...queryOf(selection), format })}
          >
            {t[format]()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
