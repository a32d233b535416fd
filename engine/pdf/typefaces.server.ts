import { fileURLToPath } from 'node:url'
import type { Typeface } from './style.ts'

/** The fonts a PDF is set in, by the names they are registered under; they have Latin, Greek and Cyrillic letters. */
export const typefaces: Record<Typeface, string> = {
  body: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  strong: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  italic: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf')),
  strong_italic: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf'),
  ),
}

// Kerning pulls 17.11 together until its point is gone; a page needs none of the others, and without them is set in half the time.
export const plain = Object.fromEntries(
  ['kern', 'calt', 'liga', 'clig', 'ccmp', 'locl', 'rlig', 'rclt', 'mark', 'mkmk'].map((feature) => [feature, false]),
) as never
