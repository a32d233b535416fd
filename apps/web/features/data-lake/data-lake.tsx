import { Button, Menu, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import type { Column } from '@weft/kit/ui/data-table.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Toggles } from '@weft/kit/ui/toggles.tsx'
import { IconAdjustments, IconHistory, IconSearch, IconTag } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FolderEntry } from '../shared/file-explorer/api.ts'
import { FileExplorer } from '../shared/file-explorer/file-explorer.tsx'
import s from './data-lake.module.css'
import { useFolder, useTags } from './lake.ts'
import { OriginOf } from './origin.tsx'
import { LakeResults } from './results.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

const texts = defineMessages({
  title: { en: 'Data lake', de: 'Data Lake' },
  subtitle: {
    en: 'The files of this tenant, brought here, by SFTP or by workflows.',
    de: 'Die Dateien dieses Mandanten, hier hochgeladen, per SFTP oder von Workflows.',
  },
  find: { en: 'Search names and texts of all files', de: 'Namen und Texte aller Dateien durchsuchen' },
  tags: { en: 'Tags', de: 'Schlagwörter' },
  edit: { en: 'Edit tags', de: 'Schlagwörter bearbeiten' },
  versions: { en: 'Versions', de: 'Versionen' },
  rules: { en: 'Rules', de: 'Regeln' },
  from: { en: 'Came from', de: 'Herkunft' },
})

/** The tenant's files: by folder, or of all folders by what is in them. */
export function DataLakeScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const path = useSearchParam('path') ?? ''
  const searchTerm = useSearchParam('words') ?? ''
  const tag = useSearchParam('tag') ?? ''
  const [isRuling, setRuling] = useState(false)
  const more = useMore(path)
  const rules = may('records.delete') && (
    <Button variant="default" leftSection={<IconAdjustments size={15} />} onClick={() => setRuling(true)}>
      {t.rules()}
    </Button>
  )
  const isSearching = searchTerm !== '' || tag !== ''
  return (
    <FileExplorer
      at="/files"
      label={t.title()}
      mayBring={may('records.create')}
      mayModel={may('structures.create')}
      remember="data-lake"
      more={more}
    >
      {({ actions, content }) => (
        <Page
          title={t.title()}
          subtitle={t.subtitle()}
          fill
          bleed
          actions={
            <>
              {rules}
              {actions}
            </>
          }
        >
          <Search words={searchTerm} tag={tag} />
          {isSearching ? <LakeResults searchTerm={searchTerm} tag={tag} /> : content}
          {more.dialog}
          {isRuling && <RulesDialog folder={path} onClose={() => setRuling(false)} />}
        </Page>
      )}
    </FileExplorer>
  )
}

function Search({ words, tag }: { words: string; tag: string }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const tags = useTags()
  const set = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...change }), replace: true } as never)
  const find = useDebouncedCallback((words: string) => set({ words: words.trim() || undefined }), 300)
  return (
    <div className={s['tools']}>
      <TextInput
        w={320}
        key={words === '' ? 'none' : 'some'}
        aria-label={t.find()}
        placeholder={t.find()}
        maxLength={200}
        defaultValue={words}
        leftSection={<IconSearch size={14} />}
        onChange={({ currentTarget }) => find(currentTarget.value)}
      />
      <Toggles
        single
        label={t.tags()}
        options={tags.slice(0, 20).map(({ tag, files }) => ({ value: tag, title: `${tag} (${files})` }))}
        value={tag === '' ? [] : [tag]}
        onChange={([chosen]) => set({ tag: chosen })}
      />
    </div>
  )
}

/** What else is known of the files of a folder: their tags, and where they came from. */
function useMore(path: string) {
  const t = useTexts(texts)
  const may = useMay()
  const known = useFolder(path)
  const [asked, setAsked] = useState<{ what: 'tags' | 'versions'; file: FolderEntry }>()
  const close = () => setAsked(undefined)
  const columns: Column<FolderEntry>[] = [
    {
      key: 'tags',
      title: t.tags(),
      sortable: false,
      width: 200,
      cell: (entry) => (
        <span className={s['badges']}>
          {known.get(entry.path)?.tags.map((tag) => <Badge key={tag}>{tag}</Badge>) ?? <span className="muted">–</span>}
        </span>
      ),
    },
    {
      key: 'origin',
      title: t.from(),
      sortable: false,
      width: 220,
      cell: (entry) => {
        const kept = known.get(entry.path)
        return kept ? <OriginOf origin={kept.origin} /> : <span className="muted">–</span>
      },
    },
  ]
  const menu = (file: FolderEntry) => (
    <>
      {may('records.update') && (
        <Menu.Item leftSection={<IconTag size={15} />} onClick={() => setAsked({ what: 'tags', file })}>
          {t.edit()}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconHistory size={15} />} onClick={() => setAsked({ what: 'versions', file })}>
        {t.versions()}
      </Menu.Item>
    </>
  )
  const dialog =
    asked &&
    (asked.what === 'tags' ? (
      <TagsDialog {...asked.file} tags={known.get(asked.file.path)?.tags ?? []} onClose={close} />
    ) : (
      <VersionsDialog file={asked.file} mayRestore={may('records.create')} onClose={close} />
    ))
  return { columns, menu, dialog }
}
