/** The page of an address that the site does not have, which no release owns. It loads nothing. */
export const notFoundPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>Page not found</title>
<style>body { max-width: 40rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }</style>
<h1>Page not found</h1>
<p>This site has no page at this address. A release may have been withdrawn.</p>
<p><a href="/">Go to the newest leaderboard</a></p>
</html>
`;
