import { startOwnServer } from './support/ownServer.ts'
import { offeredSocials } from './support/social.ts'
import { expect, test } from './support/test.ts'

/* What the server cannot do, the dialog does not offer: there is no way to a login that could only fail. */

const github = { clientId: 'own', clientSecret: 'own-secret' }

for (const { name, accounts, email, socials } of [
  { name: 'neither mail nor a provider: no embedded wallet', accounts: undefined, email: false, socials: [] },
  { name: 'a provider, and no mail', accounts: { providers: { github } }, email: false, socials: ['GitHub'] },
  {
    name: 'mail, and no provider',
    accounts: { mail: { smtp: 'smtp://127.0.0.1:9', from: 'Own <own@latchkey.example>' } },
    email: true,
    socials: [],
  },
])
  test(`behavior: ${name}`, { tag: email || socials.length ? ['@once', '@long'] : '@once' }, async ({
    page,
    server,
    hosts,
    dialog,
    install,
    problems,
  }) => {
    test.setTimeout(180_000)
    const own = await startOwnServer(server, accounts)
    try {
      await install()
      await page.goto(hosts.url('meadow', 'npm', { dialogUrl: own.dialog, projectId: own.projectId }))
      void page.evaluate(() => void window.host.modal.open())
      await dialog.shows('Connect')
      await expect(dialog.button('Harbor')).toBeVisible()
      await expect(dialog.frame.getByLabel('Email', { exact: true })).toHaveCount(email ? 1 : 0)
      // The server's answer says which there are.
      await expect.poll(() => offeredSocials(page)).toEqual(socials)
      // Asking for them does not bring them.
      for (const [view, isOffered] of [
        ['EmailLogin', email],
        ['ConnectingFarcaster', false],
      ] as const) {
        await page.evaluate(() => window.host.modal.close())
        await dialog.closed()
        void page.evaluate((name) => void window.host.modal.open({ view: name }), view)
        await dialog.shows(isOffered ? view : 'Connect')
      }
      // By now everything that would come has come.
      await expect(dialog.frame.getByLabel('Email', { exact: true })).toHaveCount(email ? 1 : 0)
      expect(await offeredSocials(page)).toEqual(socials)
      expect(problems).toEqual([])
    } finally {
      // A page without its server complains of whatever it was about to fetch for later.
      await page.close()
      await own.close()
    }
  })
