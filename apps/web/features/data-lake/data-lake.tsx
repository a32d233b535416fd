import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { FileExplorer } from '../shared/file-explorer/file-explorer.tsx'

const texts = defineMessages({
  title: { en: 'Data lake', de: 'Data Lake' },
  subtitle: {
    en: 'The files of this tenant, brought here, by SFTP or by workflows.',
    de: 'Die Dateien dieses Mandanten, hier hochgeladen, per SFTP oder von Workflows.',
  },
})

/** The tenant's files. */
export function DataLakeScreen() {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <FileExplorer
      at="/files"
      label={t.title()}
      mayBring={may('records.create')}
      mayModel={may('structures.create')}
      remember="data-lake"
    >
      {({ actions, content }) => (
        <Page title={t.title()} subtitle={t.subtitle()} fill bleed actions={actions}>
          {content}
        </Page>
      )}
    </FileExplorer>
  )
}
