import { z } from 'zod'
import { defineMessages, type Message } from '../messages/messages.ts'
import { blockedWords } from './blocked-passwords.ts'

const texts = defineMessages({
  length: {
    en: 'The password must have {least} to 128 characters.',
    de: 'Das Passwort muss {least} bis 128 Zeichen haben.',
  },
  letters: {
    en: 'The password needs an upper-case and a lower-case letter.',
    de: 'Das Passwort benötigt einen Groß- und einen Kleinbuchstaben.',
  },
  digits: { en: 'The password needs letters and digits.', de: 'Das Passwort benötigt Buchstaben und Ziffern.' },
  easy: {
    en: 'This password is too easy to guess. Please choose another one.',
    de: 'Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein anderes.',
  },
})

/** What this installation asks of a new password; part of the setting `security`. */
export type PasswordRules = { password_length: number; password_letters: boolean; password_digits: boolean }

/** A new password as it is sent. What it must be is a setting, and checked by `passwordProblems`. */
export const newPassword = z.string().min(1).max(128)

/** Everything that is wrong with a new password. `about` are words it must not be: the address and names of its owner. */
export function passwordProblems(
  password: string,
  { password_length, password_letters, password_digits }: PasswordRules,
  about: readonly string[] = [],
): Message[] {
  const long = [...password].length
  return [
    ...(long < password_length || long > 128 ? [texts.length({ least: password_length })] : []),
    ...(password_letters && !(/\p{Lu}/u.test(password) && /\p{Ll}/u.test(password)) ? [texts.letters()] : []),
    ...(password_digits && !(/\p{L}/u.test(password) && /\p{N}/u.test(password)) ? [texts.digits()] : []),
    ...(isEasy(password, about) ? [texts.easy()] : []),
  ]
}

function isEasy(password: string, about: readonly string[]): boolean {
  const plain = password.toLowerCase()
  if (new Set(plain).size < 5 || isSequence(plain)) return true
  const own = new Set(
    about
      .flatMap((text) => [text, ...text.split(/[@.\s_-]+/)])
      .map(lettersOf)
      .filter((word) => word.length > 3),
  )
  return [
    lettersOf(plain),
    lettersOf(plain.replace(/[\d\W_]+$/, '')),
    lettersOf(unleet(plain)),
    lettersOf(unleet(plain.replace(/[\d\W_]+$/, ''))),
  ].some((word) => blocked(unrepeated(word), own))
}

const blocked = (word: string, own: ReadonlySet<string>) => blockedWords.has(word) || own.has(word)

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => umlauts[letter]!)
    .replace(/[^a-z]/g, '')

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unleet = (text: string) => text.replace(/[013457@$!]/g, (sign) => leet[sign]!)

/** `abcabcabc` → `abc`. */
function unrepeated(word: string): string {
  const at = word.length > 1 ? (word + word).indexOf(word, 1) : -1
  return at > 0 && at < word.length ? word.slice(0, at) : word
}

/** Characters that follow each other up or down, as in `abcdefgh1234`: almost no step is another. */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((sign, i) => sign.codePointAt(0)! - text.codePointAt(i)!)
  return text.length > 3 && steps.filter((step) => Math.abs(step) > 1).length <= text.length / 6
}
