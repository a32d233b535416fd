import { Button, Pagination, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { media as resource } from '@weft/catalogue/resources/media/media.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { DropZone } from '@weft/kit/ui/drop-zone.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import {
  IconCopy,
  IconDownload,
  IconFileText,
  IconFileTypePdf,
  IconPhoto,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import s from './media.module.css'

const texts = defineMessages({
  title: { en: 'Media management', de: 'Medienverwaltung' },
  about: {
    en: 'Pictures, PDFs and texts for news and mails. Each has an address that needs no sign-in.',
    de: 'Bilder, PDFs und Texte für Neuigkeiten und E-Mails. Jede Datei hat eine Adresse, die keine Anmeldung braucht.',
  },
  hint: { en: 'Pictures, PDFs and texts', de: 'Bilder, PDFs und Texte' },
  find: { en: 'Search media', de: 'Medien suchen' },
  none: { en: 'No media yet', de: 'Noch keine Medien' },
  noneText: { en: 'Drop the first file above.', de: 'Legen Sie oben die erste Datei ab.' },
  nothing: { en: 'Nothing found', de: 'Nichts gefunden' },
  uploaded: { en: 'Uploaded', de: 'Hochgeladen' },
  notUploaded: {
    en: '{count, plural, one {One file was} other {# files were}} refused',
    de: '{count, plural, one {Eine Datei wurde} other {# Dateien wurden}} abgelehnt',
  },
  saved: { en: 'Saved', de: 'Gespeichert' },
  save: { en: 'Save', de: 'Speichern' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: {
    en: 'Mails that were sent already will no longer show it.',
    de: 'Bereits versendete E-Mails zeigen die Datei dann nicht mehr.',
  },
  open: { en: 'Open', de: 'Öffnen' },
  copy: { en: 'Copy address', de: 'Adresse kopieren' },
  copied: { en: 'The address is in the clipboard.', de: 'Die Adresse ist in der Zwischenablage.' },
  used: { en: 'Used in: {places}', de: 'Verwendet in: {places}' },
  unused: { en: 'Not used anywhere yet.', de: 'Noch nirgends verwendet.' },
  pixels: { en: '{width} × {height} pixels', de: '{width} × {height} Pixel' },
  pages: { en: 'Pages', de: 'Seiten' },
})

type Media = ListRow<'/media'>

const path = '/media'
const addressOf = ({ id }: Media) => `/api/app/media_files/${id}`
const icons = { image: IconPhoto, text: IconFileText, pdf: IconFileTypePdf }

/** The provider's media library: upload, look, describe, and where a file is used. */
export function MediaScreen() {
  const t = useTexts(texts)
  const list = useList(path, { perPage: 50 })
  const { data: limits } = useQuery({
    queryKey: ['/settings/uploads'],
    queryFn: ({ signal }) => api.get('/settings/uploads', {}, { signal }),
  })
  const [progress, setProgress] = useState<number>()
  const [shown, setShown] = useState<Media>()
  const search = useDebouncedCallback((searchTerm: string) => list.set({ searchTerm, page: 1 }), 200)

  const upload = async (files: File[]) => {
    const kept: string[] = []
    const refused: string[] = []
    try {
      for (const [i, { name }] of files.entries()) {
        const reason = await api
          .upload(path, [files[i]!], (share) => setProgress((i + share) / files.length), { quiet: true })
          .then(() => undefined, reasonOf)
        if (reason === undefined) kept.push(name)
        else refused.push(`${name}: ${reason}`)
      }
    } finally {
      setProgress(undefined)
      await refresh(path)
    }
    if (kept.length > 0) toast({ title: t.uploaded(), message: kept.join(', '), tone: 'green' })
    if (refused.length > 0)
      toast({ title: t.notUploaded({ count: refused.length }), message: refused.join('\n'), tone: 'red' })
  }

  return (
    <Page title={t.title()} subtitle={t.about()}>
      <DropZone
        onFiles={(files) => void upload(files)}
        maxBytes={(limits?.data.megabytes ?? 4) * 1e6}
        maxFiles={limits?.data.files ?? 20}
        progress={progress}
        hint={t.hint()}
      />
      <div className={s['bar']}>
        <TextInput
          aria-label={t.find()}
          placeholder={t.find()}
          leftSection={<IconSearch size={15} />}
          defaultValue={list.searchTerm}
          onChange={(event) => search(event.currentTarget.value)}
          w={280}
        />
        {list.total > list.perPage && (
          <Pagination
            size="sm"
            total={Math.ceil(list.total / list.perPage)}
            value={list.page}
            onChange={(page) => list.set({ page })}
            getControlProps={(control) => ({ 'aria-label': `${t.pages()}: ${control}` })}
          />
        )}
      </div>
      {!list.loading && list.rows.length === 0 && (
        <EmptyState
          icon={IconPhoto}
          title={list.searchTerm ? t.nothing() : t.none()}
          {...(!list.searchTerm && { text: t.noneText() })}
        />
      )}
      <ul className={s['grid']}>
        {list.rows.map((one) => (
          <li key={one.id}>
            <Card media={one} onOpen={() => setShown(one)} />
          </li>
        ))}
      </ul>
      {shown && <Details key={shown.id} media={shown} onClose={() => setShown(undefined)} />}
    </Page>
  )
}

function Card({ media, onOpen }: { media: Media; onOpen: () => void }) {
  const { bytes } = useFormats()
  const Icon = icons[media.type]
  return (
    <button type="button" className={s['card']} onClick={onOpen}>
      <span className={s['thumb']}>
        {media.type === 'image' ? (
          <img src={addressOf(media)} alt={media.description} loading="lazy" />
        ) : (
          <Icon size={34} stroke={1.3} />
        )}
      </span>
      <b className={s['name']}>{media.file_name}</b>
      <small className={s['note']}>
        {media.folder && `${media.folder} · `}
        {bytes(media.size)}
      </small>
    </button>
  )
}

/** Why a file was refused; anything else is no answer about the file. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.errors['file']?.join(' ') ?? error.message
  throw error
}

const { file_name, folder, description } = resource.fields
const changes = changesOf({ file_name, folder, description })

function Details({ media, onClose }: { media: Media; onClose: () => void }) {
  const t = useTexts(texts)
  const { bytes } = useFormats()
  const [value, setValue] = useState<Record<string, unknown>>({
    file_name: media.file_name,
    folder: media.folder,
    description: media.description,
  })
  const { errors, send } = useSubmit()
  const { data: uses } = useQuery({
    queryKey: [path, media.id, 'uses'],
    queryFn: ({ signal }) => api.get(`${path}/${media.id}/uses`, {}, { signal }).then(({ data }) => data),
  })
  const { data: text } = useQuery({
    queryKey: [path, media.id, 'text'],
    enabled: media.type === 'text',
    queryFn: async ({ signal }) => (await (await fetch(addressOf(media), { signal })).text()).slice(0, 20_000),
  })

  const save = () =>
    send(async () => {
      await api.put(`${path}/${media.id}`, value)
      toast({ title: t.saved(), message: String(value['file_name']), tone: 'green' })
      await refresh(path)
      onClose()
    })
  const remove = async () => {
    if (
      !(await confirm({
        title: t.sure({ name: media.file_name }),
        text: t.sureText(),
        action: t.remove(),
        danger: true,
      }))
    )
      return
    await api.delete(`${path}/${media.id}`)
    await refresh(path)
    onClose()
  }
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(addressOf(media), location.href).href)
    toast({ title: t.copied(), tone: 'green' })
  }
  return (
    <Dialog onClose={onClose} title={media.file_name} size={640}>
      {media.type === 'image' && (
        <div className={s['large']}>
          <img src={addressOf(media)} alt={media.description} />
        </div>
      )}
      {media.type === 'pdf' && <iframe className={s['document']} title={media.file_name} src={addressOf(media)} />}
      {text !== undefined && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        <div className={s['large']} tabIndex={0} role="region" aria-label={media.file_name}>
          <pre>{text}</pre>
        </div>
      )}
      <p className="muted" style={{ margin: '0 0 12px' }}>
        {bytes(media.size)}
        {media.width && media.height ? ` · ${t.pixels({ width: media.width, height: media.height })}` : ''} ·{' '}
        {uses && (uses.length > 0 ? t.used({ places: uses.map(({ title }) => title).join(', ') }) : t.unused())}
      </p>
      <SettingsForm
        schema={changes}
        labels={resource.labels.fields}
        value={value}
        onChange={setValue}
        errors={errors}
      />
      <div className={s['buttons']}>
        <Button variant="danger" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
          {t.remove()}
        </Button>
        <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => void copy()}>
          {t.copy()}
        </Button>
        <Button
          variant="default"
          component="a"
          href={addressOf(media)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconDownload size={15} />}
        >
          {t.open()}
        </Button>
        <Button onClick={() => void save()}>{t.save()}</Button>
      </div>
    </Dialog>
  )
}
