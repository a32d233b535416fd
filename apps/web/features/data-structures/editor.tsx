import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Configuration } from './config.tsx'
import { CreateDataStructureScreen } from './create.tsx'
import { useStructurePlace } from './place.ts'
import { useStructure, useStructureId } from './structure.ts'

const texts = defineMessages({
  title: { en: 'Fields of {name}', de: 'Felder von {name}' },
  back: { en: 'Back to the structure', de: 'Zurück zur Struktur' },
  many: { en: 'Data structures', de: 'Datenstrukturen' },
  gone: { en: 'This data structure could not be loaded', de: 'Diese Datenstruktur konnte nicht geladen werden' },
})

/** The field grid with all the room of the window; without an id a new structure is made. */
export function DataStructureEditorScreen() {
  const id = useStructureId()
  return id === undefined ? <CreateDataStructureScreen /> : <Editor id={id} />
}

function Editor({ id }: { id: string }) {
  const t = useTexts(texts)
  const { home } = useStructurePlace()
  const { data: structure, error } = useStructure(id)
  return (
    <Page
      title={t.title({ name: structure?.label ?? '' })}
      crumbs={[
        { title: t.many(), to: home },
        { title: structure?.label ?? '', to: `${home}/${id}` },
      ]}
      bleed
      fill
      actions={
        <Button
          variant="default"
          component={Link}
          to={`${home}/${id}/config`}
          leftSection={<IconArrowLeft size={15} />}
        >
          {t.back()}
        </Button>
      }
    >
      {error ? (
        <EmptyState title={t.gone()} text={error.message} />
      ) : structure ? (
        <Configuration key={structure.id} structure={structure} />
      ) : (
        <FormWaiting />
      )}
    </Page>
  )
}
