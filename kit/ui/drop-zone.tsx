import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { defineMessages } from '../messages/messages.ts'
import s from './drop-zone.module.css'
import { useFormats } from './format.ts'
import { useTexts } from './texts.ts'

const texts = defineMessages({
  drop: {
    en: '{count, plural, one {Drop a file here} other {Drop files here}}',
    de: '{count, plural, one {Datei hier ablegen} other {Dateien hier ablegen}}',
  },
  choose: {
    en: '{count, plural, one {Choose a file} other {Choose files}}',
    de: '{count, plural, one {Datei auswählen} other {Dateien auswählen}}',
  },
  limits: { en: 'At most {size}', de: 'Höchstens {size}' },
  kinds: { en: '{kinds}, at most {size}', de: '{kinds}, höchstens {size}' },
  tooBig: { en: '{name} is larger than {size}.', de: '{name} ist größer als {size}.' },
  tooMany: {
    en: '{count, plural, one {Only one file} other {At most # files}} at once; you have chosen {chosen}. None was taken.',
    de: '{count, plural, one {Nur eine Datei} other {Höchstens # Dateien}} auf einmal; Sie haben {chosen} ausgewählt. Es wurde keine übernommen.',
  },
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
  const [refused, setRefused] = useState<string[]>([])
  const size = bytes(maxBytes)
  const kinds = accept?.join(', ') ?? ''

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length === 0) return
    const big = files.filter((file) => file.size > maxBytes).map(({ name }) => t.tooBig({ name, size }))
    const strange = files
      .filter((file) => accept && !accept.some((ending) => file.name.toLowerCase().endsWith(ending)))
      .map(({ name }) => t.wrongKind({ name, kinds }))
    const reasons =
      files.length > maxFiles ? [t.tooMany({ count: maxFiles, chosen: files.length })] : [...big, ...strange]
    setRefused(reasons)
    if (reasons.length === 0) onFiles(files)
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
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        multiple={maxFiles > 1}
        accept={accept?.join(',')}
        aria-label={t.choose({ count: maxFiles })}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      {refused.length > 0 && (
        <div className={s['refused']} role="alert">
          {refused.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      )}
      {progress !== undefined && (
        <progress className={s['progress']} value={progress} max={1} aria-label={t.drop({ count: maxFiles })} />
      )}
    </div>
  )
}
