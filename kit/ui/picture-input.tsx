import { Button } from '@mantine/core'
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { defineMessages, say, type Message } from '../messages/messages.ts'
import { useLanguage } from './language.ts'
import { useLimits } from './limits.ts'
import s from './picture-input.module.css'
import { PictureProblem, pictureTypes, readPicture } from './read-picture.ts'
import { useTexts } from './texts.ts'

const texts = defineMessages({
  choose: { en: 'Choose a picture', de: 'Bild auswählen' },
  chooseFor: { en: 'Choose a picture: {label}', de: 'Bild auswählen: {label}' },
  remove: { en: 'Remove', de: 'Entfernen' },
  removeOf: { en: 'Remove: {label}', de: 'Entfernen: {label}' },
  shown: { en: 'The chosen picture', de: 'Das gewählte Bild' },
  limits: { en: 'PNG, JPEG or WebP, at most {max} MB', de: 'PNG, JPEG oder WebP, höchstens {max} MB' },
})

type Props = {
  label: string
  /** Address of the picture there is. */ value?: string | undefined
  onPicture: (file: File | undefined) => void
  error?: string | undefined
  disabled?: boolean
}

/** Takes one picture and shows it; what is none is refused with the reason. */
export function PictureInput({ label, value, onPicture, error, disabled }: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { megabytes } = useLimits()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string>()
  const [refused, setRefused] = useState<Message>()
  const shown = chosen ?? value
  const take = async (file: File) => {
    try {
      setChosen(await readPicture(file, { megabytes }))
      setRefused(undefined)
      onPicture(file)
    } catch (problem) {
      if (!(problem instanceof PictureProblem)) throw problem
      setRefused(problem.say)
    }
  }
  const complaint = refused ? say(refused, language) : error
  return (
    <div className={s['picture']} role="group" aria-label={label}>
      {shown ? (
        <img className={s['image']} src={shown} alt={t.shown()} />
      ) : (
        <span className={s['none']} aria-hidden>
          <IconPhoto size={22} stroke={1.5} />
        </span>
      )}
      <div className={s['words']}>
        <div className={s['buttons']}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUpload size={14} />}
            disabled={disabled}
            aria-label={t.chooseFor({ label })}
            onClick={() => input.current?.click()}
          >
            {t.choose()}
          </Button>
          {shown && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconTrash size={14} />}
              disabled={disabled}
              aria-label={t.removeOf({ label })}
              onClick={() => {
                setChosen(undefined)
                setRefused(undefined)
                onPicture(undefined)
              }}
            >
              {t.remove()}
            </Button>
          )}
        </div>
        <small>{t.limits({ max: megabytes })}</small>
        {complaint && <p role="alert">{complaint}</p>}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        aria-label={t.chooseFor({ label })}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) void take(file)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
