import { Combobox, Textarea, TextInput, useCombobox } from '@mantine/core'
import { IconColumns3, IconLock, IconPlus, IconVariable } from '@tabler/icons-react'
import { createContext, useContext, useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { configurationPrefix, nameAt, withNameAt, type TypedName } from '../../define/name-at.ts'
import { configurationNamesIn, parseTemplate, TemplateError, unknownConfiguration } from '../../define/template.ts'
import { defineMessages, say } from '../../messages/messages.ts'
import { useLanguage } from '../language.ts'
import { useTexts } from '../texts.ts'
import s from './configured-text.module.css'
import type { FieldFrame } from './frame.tsx'

const texts = defineMessages({
  values: { en: 'Fields and configuration values', de: 'Felder und Konfigurationswerte' },
  field: { en: 'Field', de: 'Feld' },
  secret: { en: 'Secret', de: 'Geheimnis' },
  account: { en: 'of the tenant', de: 'des Mandanten' },
  create: { en: 'Create “{name}”', de: '„{name}“ anlegen' },
})

/** A value a text may name as `{{ config.name }}`. What it is stays where it is. */
export type ConfigurationName = {
  name: string
  kind: 'text' | 'secret'
  description: string
  of: 'project' | 'account'
}

/** A field of the records that reach the form's step; the description is a value of it. */
export type FieldName = { name: string; description: string }

type Offer = {
  fields?: readonly FieldName[] | undefined
  /** Undefined until they are known. */ names: readonly ConfigurationName[] | undefined
  /** The page where one of that name is created; left out for whoever may not. */ createAt?:
    ((name: string) => string) | undefined
}

const Context = createContext<Offer | undefined>(undefined)

/** In forms within, fields and configuration values are offered where text is typed. */
export const ConfigurationOffer = ({ offer, children }: { offer: Offer | undefined; children: ReactNode }) => (
  <Context value={offer}>{children}</Context>
)

type Props = {
  id?: string
  label?: string
  value: string
  onChange: (text: string) => void
  onBlur?: (() => void) | undefined
  disabled?: boolean
  /** Around the input, where it has no label of its own. */
  frame?: FieldFrame
  placeholder?: string | undefined
  required?: boolean
  /** A paragraph of so many lines at least, instead of one line. */
  lines?: { least: number; most: number } | undefined
  /** People read what is written there: secrets are not offered. */
  isReadable?: boolean
  /** In the type of code. */
  isCode?: boolean
}

/** A text in which configuration values can be named; where none are offered, any text. */
export function ConfiguredText(props: Props) {
  const offer = useContext(Context)
  if (offer) return <Offering {...props} offer={offer} />
  const { label, onChange, lines, required, isCode, isReadable: _, frame, ...input } = props
  const shared = {
    ...input,
    ...frame,
    ...lookOf(isCode),
    'aria-label': label,
    'aria-required': required || undefined,
    onChange: (event: Typing) => onChange(event.currentTarget.value),
  }
  return lines ? (
    <Textarea {...shared} autosize minRows={lines.least} maxRows={lines.most} />
  ) : (
    <TextInput {...shared} />
  )
}

const lookOf = (isCode = false) => (isCode ? { classNames: { input: s['code']! } } : {})

type Typing = { currentTarget: HTMLInputElement | HTMLTextAreaElement }

function Offering({
  label,
  value,
  onChange,
  onBlur,
  lines,
  required,
  isCode,
  isReadable = false,
  frame,
  offer,
  ...input
}: Props & { offer: Offer }) {
  const t = useTexts(texts)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [place, setPlace] = useState<TypedName>()
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const cursor = useRef<number>(undefined)
  useEffect(() => {
    if (cursor.current !== undefined) field.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  }, [value])
  const offered = place ? matching(offer, place.typed, isReadable) : []
  const isOpen = offered.length > 0
  const open = place && isOpen
  useEffect(() => {
    if (!open) return combobox.closeDropdown()
    combobox.openDropdown()
    if (place.typed === '') combobox.resetSelectedOption()
    else combobox.selectFirstOption()
    // The store of the list is a new object with each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [open, place?.typed])

  const look = (text: string, at: number | null) => setPlace(at === null ? undefined : nameAt(text, at))
  const choose = (name: string) => {
    const written = withNameAt(value, place!, name)
    cursor.current = written.cursor
    setPlace(undefined)
    onChange(written.text)
    field.current?.focus()
  }
  const shared = {
    ...input,
    ...frame,
    ...lookOf(isCode),
    value,
    'aria-label': label,
    'aria-required': required || undefined,
    onChange: (event: Typing) => {
      look(event.currentTarget.value, event.currentTarget.selectionStart)
      onChange(event.currentTarget.value)
    },
    onClick: (event: Typing) => look(value, event.currentTarget.selectionStart),
    onBlur: () => {
      setPlace(undefined)
      onBlur?.()
    },
  }
  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={choose}
        onClose={() => setPlace(undefined)}
        withinPortal
        middlewares={{ flip: true, shift: true }}
      >
        <Combobox.Target withKeyboardNavigation={isOpen} withAriaAttributes={isOpen}>
          {lines ? (
            <Textarea
              {...shared}
              ref={field as Ref<HTMLTextAreaElement>}
              autosize
              minRows={lines.least}
              maxRows={lines.most}
            />
          ) : (
            <TextInput {...shared} ref={field as Ref<HTMLInputElement>} />
          )}
        </Combobox.Target>
        {isOpen && (
          <Combobox.Dropdown className={s['list']}>
            <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={t.values()}>
              {offered.map(({ name, kind, description, of }) => (
                <Combobox.Option key={name} value={name} className={s['option']}>
                  {kind === 'secret' ? (
                    <IconLock size={14} role="img" aria-label={t.secret()} />
                  ) : kind === 'field' ? (
                    <IconColumns3 size={14} role="img" aria-label={t.field()} />
                  ) : (
                    <IconVariable size={14} aria-hidden />
                  )}
                  <code>{name.startsWith(configurationPrefix) ? name.slice(configurationPrefix.length) : name}</code>
                  {of === 'account' && <small>{t.account()}</small>}
                  {description && <span>{description}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        )}
      </Combobox>
      <Unknown
        names={offer.names ? unknownIn(value, offer.names) : []}
        createAt={offer.createAt}
        complaint={frame?.error ?? ''}
      />
    </>
  )
}

/** Names nobody has given, as a warning, with a way to give them. */
function Unknown({ names, createAt, complaint }: { names: string[]; createAt: Offer['createAt']; complaint: string }) {
  const t = useTexts(texts)
  const language = useLanguage()
  return names.map((name) => {
    const sentence = say(unknownConfiguration(name), language)
    return (
      <p key={name} className={s['unknown']} role="status">
        {!complaint.includes(sentence) && <span>{sentence}</span>}
        {createAt && (
          <a href={createAt(name)} target="_blank" rel="noreferrer">
            <IconPlus size={13} aria-hidden />
            {t.create({ name })}
          </a>
        )}
      </p>
    )
  })
}

type Offered = { name: string; kind: ConfigurationName['kind'] | 'field'; description: string; of?: string }

/** What begins with the typed text first, then what contains it; fields before configuration values, which may be typed without their prefix. */
function matching({ names = [], fields = [] }: Offer, typed: string, isReadable: boolean): Offered[] {
  const wanted = typed.toLowerCase()
  const plain = wanted.startsWith(configurationPrefix) ? wanted.slice(configurationPrefix.length) : wanted
  const mayBeConfiguration = configurationPrefix.startsWith(wanted) || wanted.startsWith(configurationPrefix)
  const found = (list: readonly Offered[], text: string) =>
    list
      .filter(({ name }) => name.toLowerCase().includes(text))
      .toSorted((a, b) => Number(b.name.startsWith(text)) - Number(a.name.startsWith(text)))
  const configured = names
    .filter(({ kind }) => !(isReadable && kind === 'secret'))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const begun = configurationPrefix.startsWith(wanted) ? '' : plain
  return [
    ...found(
      fields.filter(({ name }) => /^[a-z0-9_.]+$/i.test(name)).map((one) => ({ ...one, kind: 'field' as const })),
      wanted,
    ),
    ...(mayBeConfiguration ? found(configured, begun) : []).map((one) => ({
      ...one,
      name: configurationPrefix + one.name,
    })),
  ].slice(0, 50)
}

function unknownIn(text: string, names: readonly ConfigurationName[]): string[] {
  if (!text.includes('config.')) return []
  try {
    return configurationNamesIn(parseTemplate(text)).filter((name) => !names.some((one) => one.name === name))
  } catch (error) {
    if (error instanceof TemplateError) return [] // not typed to its end yet
    throw error
  }
}
