import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconDots,
  IconDownload,
  IconEye,
  IconFile,
  IconFileSearch,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypeXml,
  IconFolder,
  IconFolderPlus,
  IconJson,
  IconPencil,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { Ago, NameCell } from '@weft/kit/ui/cells.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useRows } from '@weft/kit/ui/list.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastDeleted } from '@weft/kit/ui/toast.tsx'
import { useState, type ReactNode } from 'react'
import type { FilesPath, FolderEntry } from './api.ts'
import s from './file-explorer.module.css'
import { NameDialog } from './name-dialog.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const texts = defineMessages({
  root: { en: 'Storage', de: 'Speicher' },
  path: { en: 'Folder', de: 'Ordner' },
  find: { en: 'Find in this folder', de: 'In diesem Ordner suchen' },
  name: { en: 'Name', de: 'Name' },
  size: { en: 'Size', de: 'Größe' },
  changed: { en: 'Changed', de: 'Geändert' },
  upload: { en: 'Upload', de: 'Hochladen' },
  newFolder: { en: 'New folder', de: 'Neuer Ordner' },
  rename: { en: 'Rename', de: 'Umbenennen' },
  download: { en: 'Download', de: 'Herunterladen' },
  preview: { en: 'Preview', de: 'Vorschau' },
  model: { en: 'Make a dynamic model', de: 'Dynamisches Modell anlegen' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: {
    en: 'Delete {count, plural, one {this entry} other {# entries}}?',
    de: '{count, plural, one {Diesen Eintrag} other {# Einträge}} löschen?',
  },
  sureText: {
    en: 'Folders go with everything in them. This cannot be taken back.',
    de: 'Ordner werden mit allem darin gelöscht. Das lässt sich nicht rückgängig machen.',
  },
  more: { en: 'Actions for {name}', de: 'Aktionen für {name}' },
  empty: { en: 'This folder is empty', de: 'Dieser Ordner ist leer' },
  emptyText: {
    en: 'Upload files here, or let a workflow or an SFTP user bring them.',
    de: 'Laden Sie hier Dateien hoch oder lassen Sie sie von einem Workflow oder SFTP-Benutzer bringen.',
  },
  cut: {
    en: 'The first {count} of {total, number} entries are shown.',
    de: 'Die ersten {count} von {total, number} Einträgen werden gezeigt.',
  },
  showAll: { en: 'Show all', de: 'Alle zeigen' },
})

type Props = {
  at: FilesPath
  label: string
  mayBring: boolean
  /** Files may become dynamic models. */
  mayModel?: boolean
  remember: string
  /** What else is known of entries, and what more can be done with a file. */
  more?: { columns: Column<FolderEntry>[]; menu: (entry: FolderEntry) => ReactNode }
  /** Draws the page or panel around what there is to do and to see. */
  children: (parts: { actions: ReactNode; content: ReactNode }) => ReactNode
}

/** Files of a storage: folders, upload with progress, preview, download, rename, delete. The open folder stands in the address. */
export function FileExplorer({ at, label, mayBring, mayModel = false, remember, more, children }: Props) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const path = useSearchParam('path') ?? ''
  const [whole, setWhole] = useState<string>()
  const query = { path, ...(whole === path && { noPagination: true }) }
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [at, query],
    queryFn: ({ signal }) => api.get(at, query, { signal, quiet: true }),
  })
  const list = useRows(data?.data, { busy: isFetching, error, reload: () => void refetch(), search: ['name'] })
  const [uploading, setUploading] = useState(false)
  const [asking, setAsking] = useState<{ rename?: FolderEntry }>()
  const [shown, setShown] = useState<FolderEntry>()
  const go = (folder: string) => void navigate({ to: '.', search: (folder === '' ? {} : { path: folder }) as never })
  const open = (entry: FolderEntry) => (entry.kind === 'folder' ? go(entry.path) : setShown(entry))

  const remove = async (paths: string[], clear?: () => void) => {
    if (
      !(await confirm({ title: t.sure({ count: paths.length }), text: t.sureText(), action: t.remove(), danger: true }))
    )
      return
    for (const entry of paths) await api.delete(`${at}?path=${encodeURIComponent(entry)}`)
    toastDeleted()
    clear?.()
    await refresh(at)
  }

  const columns = useColumns(open, (entry) => (
    <EntryMenu
      at={at}
      entry={entry}
      mayBring={mayBring}
      mayModel={mayModel}
      onPreview={() => setShown(entry)}
      onRename={() => setAsking({ rename: entry })}
      onRemove={() => void remove([entry.path])}
    >
      {more?.menu(entry)}
    </EntryMenu>
  ))
  if (more) columns.splice(1, 0, ...more.columns)
  const uploadButton = mayBring && (
    <Button leftSection={<IconUpload size={15} />} onClick={() => setUploading(true)}>
      {t.upload()}
    </Button>
  )
  const actions = mayBring && (
    <>
      <Button variant="default" leftSection={<IconFolderPlus size={15} />} onClick={() => setAsking({})}>
        {t.newFolder()}
      </Button>
      {uploadButton}
    </>
  )
  const content = (
    <>
      <FolderPath path={path} onGo={go} />
      {data?.meta.truncated && (
        <div className={s['cut']}>
          <Note tone="blue">
            {t.cut({ count: data.data.length, total: data.meta.total })}{' '}
            <button type="button" className={s['all']} onClick={() => setWhole(path)}>
              {t.showAll()}
            </button>
          </Note>
        </div>
      )}
      <DataTable
        label={label}
        list={list}
        columns={columns}
        rowId={(entry) => entry.path}
        rowName={(entry) => entry.name}
        onOpen={open}
        find={t.find()}
        remember={remember}
        empty={<EmptyState icon={IconFolder} title={t.empty()} text={t.emptyText()} action={uploadButton} />}
        bulk={
          mayBring
            ? (paths, clear) => (
                <Button
                  size="xs"
                  variant="subtle"
                  leftSection={<IconTrash size={14} />}
                  style={{ color: 'var(--red)' }}
                  onClick={() => void remove(paths, clear)}
                >
                  {t.remove()}
                </Button>
              )
            : undefined
        }
      />
      <UploadDialog
        at={at}
        opened={uploading}
        folder={path}
        limits={data?.meta.limits ?? { megabytes: 200, files: 20 }}
        onClose={() => setUploading(false)}
      />
      {asking && <NameDialog at={at} folder={path} entry={asking.rename} onClose={() => setAsking(undefined)} />}
      {shown && <PreviewDialog at={at} entry={shown} onClose={() => setShown(undefined)} />}
    </>
  )
  return children({ actions, content })
}

function useColumns(
  open: (entry: FolderEntry) => void,
  actions: (entry: FolderEntry) => ReactNode,
): Column<FolderEntry>[] {
  const t = useTexts(texts)
  const { bytes } = useFormats()
  return [
    {
      key: 'name',
      title: t.name(),
      fixed: true,
      cell: (entry) => (
        <button type="button" className={s['name']} onClick={() => open(entry)}>
          <FileIcon entry={entry} />
          <NameCell name={entry.name} />
        </button>
      ),
    },
    {
      key: 'size',
      title: t.size(),
      end: true,
      width: 120,
      cell: (entry) => (entry.kind === 'folder' ? <span className="muted">–</span> : bytes(entry.size)),
    },
    { key: 'modified_at', title: t.changed(), width: 160, cell: (entry) => <Ago at={entry.modified_at} /> },
    { key: 'actions', title: '', sortable: false, fixed: true, width: 56, end: true, cell: actions },
  ]
}

type EntryMenuProps = Pick<Props, 'at' | 'mayBring' | 'mayModel'> & {
  entry: FolderEntry
  onPreview: () => void
  onRename: () => void
  onRemove: () => void
  children?: ReactNode
}

/** What can be done with a file or folder. */
function EntryMenu({ at, entry, mayBring, mayModel, onPreview, onRename, onRemove, children }: EntryMenuProps) {
  const t = useTexts(texts)
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size="xs" aria-label={t.more({ name: entry.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entry.kind === 'file' && (
          <>
            <Menu.Item leftSection={<IconEye size={15} />} onClick={onPreview}>
              {t.preview()}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={15} />}
              onClick={() => void api.download(`${at}/content`, { path: entry.path })}
            >
              {t.download()}
            </Menu.Item>
            {mayModel && (
              <Menu.Item
                leftSection={<IconFileSearch size={15} />}
                component={Link}
                to="/project/dynamicModels/dynamicModel/create"
                search={{ file: entry.path } as never}
              >
                {t.model()}
              </Menu.Item>
            )}
            {children}
          </>
        )}
        {mayBring && (
          <>
            <Menu.Item leftSection={<IconPencil size={15} />} onClick={onRename}>
              {t.rename()}
            </Menu.Item>
            <Menu.Item data-menu-danger leftSection={<IconTrash size={15} />} onClick={onRemove}>
              {t.remove()}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The open folder, and each above it to go to. */
function FolderPath({ path, onGo }: { path: string; onGo: (folder: string) => void }) {
  const t = useTexts(texts)
  const parts = path.split('/').filter(Boolean)
  return (
    <nav className={s['path']} aria-label={t.path()}>
      <button type="button" onClick={() => onGo('')} aria-current={path === '' ? 'page' : undefined}>
        {t.root()}
      </button>
      {parts.map((part, i) => (
        <span key={i}>
          <i aria-hidden>/</i>
          <button
            type="button"
            onClick={() => onGo(parts.slice(0, i + 1).join('/'))}
            aria-current={i === parts.length - 1 ? 'page' : undefined}
          >
            {part}
          </button>
        </span>
      ))}
    </nav>
  )
}

const icons: Record<string, typeof IconFile> = {
  csv: IconFileTypeCsv,
  tsv: IconFileTypeCsv,
  xml: IconFileTypeXml,
  json: IconJson,
  jsonl: IconJson,
  xlsx: IconFileSpreadsheet,
}

function FileIcon({ entry }: { entry: FolderEntry }) {
  const Icon = entry.kind === 'folder' ? IconFolder : (icons[entry.name.split('.').at(-1)!.toLowerCase()] ?? IconFile)
  return <Icon size={17} stroke={1.6} className={entry.kind === 'folder' ? s['folder'] : s['file']} aria-hidden />
}
