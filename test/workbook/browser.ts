import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** A Chromium that is installed here; `CHROME_PATH` names another one. */
export function browserHere(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [process.env.CHROME_PATH, ...paths, MAC].find((path) => path && existsSync(path))
}

/** Why a test that needs one is skipped. */
export const NO_BROWSER = 'needs Chromium: none is on the PATH, and CHROME_PATH names none'

/**
 * Opens a page on a screen of this width, and gives what a script finds there.
 *
 * The page lies in a frame, since a window has a least width of its own, and the script outside of it, since the
 * page lets none run.
 *
 * @param script has a function `look`, which is handed the page's window
 */
export async function seenIn(browser: string, page: string, width: number, script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kata-browser-'))
  const outer = join(folder, 'outer.html')
  writeFileSync(join(folder, 'page.html'), page)
  writeFileSync(
    outer,
    `<!doctype html><meta charset="utf-8"><title>outer</title>
<iframe src="page.html" style="width: ${width}px; height: 844px; border: 0"></iframe>
<output></output><script>
${script}
onload = async () => {
  const seen = await look(document.querySelector('iframe').contentWindow).catch(String)
  document.querySelector('output').textContent = encodeURIComponent(JSON.stringify(seen))
}
</script>`,
  )
  const own = ['--allow-file-access-from-files', `--user-data-dir=${join(folder, 'own')}`]
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    ...own,
    '--virtual-time-budget=10000',
  ]
  try {
    const { stdout } = await promisify(execFile)(
      browser,
      [...args, '--dump-dom', pathToFileURL(outer).href],
      { maxBuffer: 64 * 1024 * 1024 },
    )
    const [, seen = ''] = stdout.match(/<output>([^<]*)<\/output>/) ?? []
    return JSON.parse(decodeURIComponent(seen))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
