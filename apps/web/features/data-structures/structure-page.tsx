import { Button, Menu } from '@mantine/core'
import {
  IconDots,
  IconLock,
  IconLockOpen,
  IconTable,
  IconTrash,
  IconWorldOff,
  IconWorldUpload,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast, toastDeleted } from '@weft/kit/ui/toast.tsx'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ImportButton } from '../explorer/import-button.tsx'
import { HistoryButton } from '../shared/definition-history.tsx'
import { nothingElsewhere, useDrafts } from '../shared/drafts/use-drafts.ts'
import { projectHome, useStructurePlace } from './place.ts'
import { useStructure, useStructureId, type DataStructure } from './structure.ts'

const ImportDialog = lazy(() =>
  import('../explorer/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
)

const texts = defineMessages({
  one: { en: 'Data structure', de: 'Datenstruktur' },
  many: { en: 'Data structures', de: 'Datenstrukturen' },
  tabs: { en: 'Parts of the data structure', de: 'Teile der Datenstruktur' },
  overview: { en: 'Overview', de: 'Übersicht' },
  base: { en: 'Base data', de: 'Basisdaten' },
  config: { en: 'Field configuration', de: 'Feldkonfiguration' },
  queries: { en: 'Queries', de: 'Abfragen' },
  published: { en: 'Published', de: 'Veröffentlicht' },
  hidden: { en: 'Not published', de: 'Nicht veröffentlicht' },
  locked: { en: 'Locked', de: 'Gesperrt' },
  records: { en: 'Show records', de: 'Datensätze anzeigen' },
  more: { en: 'More actions', de: 'Weitere Aktionen' },
  lock: { en: 'Lock', de: 'Sperren' },
  unlock: { en: 'Unlock', de: 'Entsperren' },
  publish: { en: 'Publish', de: 'Veröffentlichen' },
  unpublish: { en: 'Take back', de: 'Veröffentlichung zurücknehmen' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}” with all its records?', de: '„{name}“ mit allen Datensätzen löschen?' },
  sureText: {
    en: 'The table is dropped. This cannot be taken back.',
    de: 'Die Tabelle wird entfernt. Das lässt sich nicht rückgängig machen.',
  },
  sureLibrary: { en: 'Delete “{name}” from the library?', de: '„{name}“ aus der Bibliothek löschen?' },
  sureLibraryText: {
    en: 'Projects keep what they have taken over.',
    de: 'Projekte behalten, was sie übernommen haben.',
  },
  done: { en: 'Saved', de: 'Gespeichert' },
  gone: { en: 'This data structure could not be loaded', de: 'Diese Datenstruktur konnte nicht geladen werden' },
})

/** The frame of a data structure: name, state, actions and the tabs. */
export function StructurePage({
  children,
  bleed,
  fill,
  footer,
}: {
  children: (structure: DataStructure) => ReactNode
  bleed?: boolean
  fill?: boolean
  footer?: ReactNode
}) {
  const t = useTexts(texts)
  const id = useStructureId()
  const { home } = useStructurePlace()
  const { data: structure, error } = useStructure(id)
  const at = (tab: string) => `${home}/${id}${tab}`
  return (
    <Page
      title={structure?.label ?? t.one()}
      crumbs={[{ title: t.many(), to: home }, { title: structure?.label ?? t.one() }]}
      bleed={bleed ?? false}
      fill={fill ?? false}
      footer={footer}
      badge={
        structure && (
          <>
            <Badge tone={structure.published ? 'green' : undefined}>
              {structure.published ? t.published() : t.hidden()}
            </Badge>
            {structure.locked && <Badge tone="amber">{t.locked()}</Badge>}
          </>
        )
      }
      actions={structure && <Actions structure={structure} />}
      tabs={
        <PageTabs
          label={t.tabs()}
          tabs={[
            { to: at(''), title: t.overview() },
            { to: at('/base-data'), title: t.base() },
            { to: at('/config'), title: t.config(), note: structure?.fields.length },
            { to: at('/queries'), title: t.queries(), note: structure?.queries.length },
          ]}
        />
      }
    >
      {error ? <EmptyState title={t.gone()} text={error.message} /> : structure ? children(structure) : <FormWaiting />}
    </Page>
  )
}

/** Its history; an earlier version becomes a draft of the fields. */
function Versions({ structure: { id, label, locked } }: { structure: DataStructure }) {
  const mayName = useMay()('structures.update')
  const navigate = useNavigate()
  const drafts = useDrafts(id, nothingElsewhere)
  return (
    <HistoryButton
      id={id}
      name={label}
      mayName={mayName}
      drafts={locked ? undefined : drafts}
      onDrafted={() => void navigate({ to: `${projectHome}/${id}/config` })}
    />
  )
}

function Actions({ structure }: { structure: DataStructure }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const place = useStructurePlace()
  const [file, setFile] = useState<File>()
  const path = `${place.path}/${structure.id}` as const
  const act = async (done: Promise<unknown>) => {
    await done
    toast({ title: t.done(), message: structure.label, tone: 'green' })
    await refresh(place.path)
  }
  const remove = async () => {
    if (
      !(await confirm({
        title: place.isLibrary ? t.sureLibrary({ name: structure.label }) : t.sure({ name: structure.label }),
        text: place.isLibrary ? t.sureLibraryText() : t.sureText(),
        action: t.remove(),
        danger: true,
      }))
    )
      return
    await api.delete(path, place.options)
    toastDeleted(structure.label)
    await navigate({ to: place.home })
    await refresh(place.path)
  }
  return (
    <>
      {!place.isLibrary && may('records.view') && (
        <Button
          variant="default"
          component={Link}
          to={`/project/data-store/${structure.id}`}
          leftSection={<IconTable size={15} />}
        >
          {t.records()}
        </Button>
      )}
      {!place.isLibrary && may('records.create') && <ImportButton onFile={setFile} />}
      <Suspense>
        {file && (
          <ImportDialog
            structure={structure}
            file={file}
            onClose={() => setFile(undefined)}
            onEnd={() => void refresh('/data_structures/counts')}
          />
        )}
      </Suspense>
      {!place.isLibrary && <Versions structure={structure} />}
      {may('structures.update') && (
        <Menu position="bottom-end" width={230}>
          <Menu.Target>
            <Button variant="default" px={8} aria-label={t.more()}>
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={structure.locked ? <IconLockOpen size={15} /> : <IconLock size={15} />}
              onClick={() =>
                void act(api.post(`${path}/${structure.locked ? 'unlock' : 'lock'}`, undefined, place.options))
              }
            >
              {structure.locked ? t.unlock() : t.lock()}
            </Menu.Item>
            {may('structures.publish') && (
              <Menu.Item
                disabled={structure.locked}
                leftSection={structure.published ? <IconWorldOff size={15} /> : <IconWorldUpload size={15} />}
                onClick={() =>
                  void act(api.post(`${path}/publish`, { published: !structure.published }, place.options))
                }
              >
                {structure.published ? t.unpublish() : t.publish()}
              </Menu.Item>
            )}
            {may('structures.delete') && (
              <Menu.Item
                color="red"
                disabled={structure.locked}
                leftSection={<IconTrash size={15} />}
                onClick={() => void remove()}
              >
                {t.remove()}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
