import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { defineMessages } from '../messages/messages.ts'
import s from './drop-zone.module.css'
import { useFormats } from './format.ts'
import { useTexts } from './texts.ts'

const texts = defineMessages({
  drop: { en: '{count, plural, one {Drop a file here} other {Drop files here}}', de: '{count, plural, one {Datei hier ablegen} other {Dateien hier ablegen}}' },
  choose: { en: '{count, plural, one {Choose a file} other {Choose files}}', de: '{count, plural, one {Datei auswählen} other {Dateien auswählen}}' },
  limits: { en: 'At most {size}', de: 'Höchstens {size}' },
  kinds: { en: '{kinds}, at most {size}', de: '{kinds}, höchstens {size}' },
  tooBig: { en: '{name} is larger than {size}.', de: '{name} ist größer als {size}.' },
  tooMany: { en: 'At most {count} files at once.', de: 'Höchstens {count} Dateien auf einmal.' },
  wrongKind: { en: '{name} is not one of: {kinds}', de: '{name} gehört nicht zu: {kinds}' },
})

type Props = {
  onFiles: (files: File[]) => void
  /** Endings such as `.csv`; all when left out. */
  accept?: readonly string[]
  maxBytes?: number
  maxFiles?: number
  disabled?: boolean
  /** Share of an upload under way, 0 to 1. */
  progress?: number | undefined
  hint?: string
}

/** Takes files by dropping or choosing; what breaks a limit is refused with the reason. */
export function DropZone({ onFiles, accept, maxBytes = 200e6, maxFiles = 1, disabled, progress, hint }: Props) {
  const t = useTexts(texts)
  const { bytes } = useFormats()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const size = bytes(maxBytes)
  const kinds = accept?.join(', ') ?? ''

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0) return
    const big = files.find((file) => file.size > maxBytes)
    const strange = accept && files.find((file) => !accept.some((ending) => file.name.toLowerCase().endsWith(ending)))
    const reason = files.length > maxFiles ? t.tooMany({ count: maxFiles }) : big ? t.tooBig({ name: big.name, size }) : strange ? t.wrongKind({ name: strange.name, kinds }) : undefined
    setRefused(reason)
    if (!reason) onFiles(files)
  }

  return (
    <div
      className={s['zone']}
      data-over={over || undefined}
      data-disabled={disabled || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        if (!disabled) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) take(event.dataTransfer.files)
      }}
    >
      <IconUpload size={22} stroke={1.6} aria-hidden />
      <p className={s['title']}>{t.drop({ count: maxFiles })}</p>
      <p className={s['hint']}>{hint ?? (accept ? t.kinds({ kinds, size }) : t.limits({ size }))}</p>
      <Button variant="default" size="xs" disabled={disabled} onClick={() => input.current?.click()}>
        {t.choose({ count: maxFiles })}
      </Button>
      <input ref={input} id={id} type="file" hidden multiple={maxFiles > 1} accept={accept?.join(',')} aria-label={t.choose({ count: maxFiles })} onChange={(event) => { take(event.currentTarget.files); event.currentTarget.value = '' }} />
      {refused && (
        <p className={s['refused']} role="alert">
          {refused}
        </p>
      )}
      {progress !== undefined && <progress className={s['progress']} value={progress} max={1} aria-label={t.drop({ count: maxFiles })} />}
    </div>
  )
}
