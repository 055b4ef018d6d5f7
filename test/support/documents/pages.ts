/** A news page as served on the web: navigation, scripts, entities, and an article. */
export const ARTICLE_HTML = `<!doctype html>
<html lang="en"><head><title>Otters return &amp; thrive</title><style>p { color: red }</style>
<script>var tracked = "<p>not text</p>";</script></head>
<body><nav><ul><li><a href="/">Home</a><li><a href="/news">News</a></ul></nav>
<article><h1>Otters return</h1>
<p>After forty years without a single sighting, otters live in the <b>lower</b> river again, wardens said&nbsp;on Monday.
They counted eleven animals, among them three young ones, on a stretch of nine kilometres, more than anybody had hoped for.</p>
<p>The river was cleaned between 1998 and 2011 at a cost of &euro;38&nbsp;million. Fish came back first, and with them, slowly, the hunters
that feed on them &mdash; herons, kingfishers, and now otters &#x1F9A6;.</p>
<h2>What comes next</h2>
<ul><li>A census every spring</li><li>Two new passages under the road</li></ul>
<table><tr><th>Year</th><th>Otters</th></tr><tr><td>2023</td><td>4</td></tr><tr><td>2024</td><td>11</td></tr></table>
<pre>count  = 11
young  =  3</pre>
<p>The council votes on the plan in June, and the wardens, who have waited for decades, are confident that it will pass this time.</p>
</article>
<footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer><script src="/late.js"></script></body></html>`;
