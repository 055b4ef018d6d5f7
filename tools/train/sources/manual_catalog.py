"""The manuals: where the pages of each language lie in the Debian packages."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Manual:
    name: str
    # (language, pattern of the pages) for each translation.
    files: tuple
    # Whether headings name tasks.
    tasks: bool = False


def manual(name, pattern, languages="en", tasks=False):
    """`languages` holds words like `de`, or `zh=zh-cn` where paths use another code."""
    files = []
    for word in languages.split():
        language, _, code = word.partition("=")
        code = code or language
        files.append(
            (language, pattern.format(code=code, lower=code.lower(), under=code.replace("-cn", "_CN")))
        )
    return Manual(name, tuple(files), tasks)


def translated(name, english, pattern, languages):
    """A manual whose English package has no language in its name."""
    other = manual(name, pattern, languages)
    return Manual(name, (("en", english), *other.files))


HELP = "gnome-user-docs/usr/share/help/{code}"
OFFICE = "libreoffice-help-{lower}/usr/share/libreoffice/help/{code}/text/*/guide/*.html"
DEVELOPERS = "usr/share/developers-reference/**/*.html"
MANUALS = (
    manual(
        "gnome-help",
        f"{HELP}/gnome-help/*.page",
        "en=C de ru zh=zh_CN fr es ja it pl tr nl ko pt=pt_BR cs sv hu uk",
    ),
    manual("gnome-admin", f"{HELP}/system-admin-guide/*.page", "en=C de ru es"),
    manual("libreoffice", OFFICE, "en=en-US de ru zh=zh-CN ja tr fr es pl ko", tasks=True),
    translated(
        "debian-faq",
        "debian-faq/usr/share/doc/debian/FAQ/*.en.html",
        "debian-faq-{code}/usr/share/doc/debian/FAQ/**/*.{code}.html",
        "de fr it ru nl pt",
    ),
    manual("debian-faq-old", "debian-faq-{code}/usr/share/doc/debian/FAQ/**/*.{code}.html", "zh=zh-cn ja ko"),
    manual(
        "apache",
        "apache2-doc/usr/share/doc/apache2-doc/manual/{code}/*/*.html",
        "en de fr ja ko tr es zh=zh-cn",
    ),
    manual(
        "debian-reference",
        "debian-reference-{code}/usr/share/debian-reference/*.{code}.html",
        "en de es fr it ja pt zh=zh-cn",
    ),
    translated(
        "developers-reference",
        f"developers-reference/{DEVELOPERS}",
        "developers-reference-{code}/" + DEVELOPERS,
        "de fr ja ru",
    ),
    translated(
        "maint-guide",
        "maint-guide/usr/share/doc/maint-guide/html/*.html",
        "maint-guide-{code}/usr/share/doc/maint-guide-{code}/html/*.html",
        "de es fr ja ru zh=zh-cn",
    ),
    manual(
        "handbook",
        "debian-handbook/usr/share/doc/debian-handbook/html/{code}/*.html",
        "en=en-US de=de-DE ru=ru-RU zh=zh-CN fr=fr-FR es=es-ES ja=ja-JP pl=pl-PL",
    ),
    manual(
        "installation",
        "installation-guide-amd64/usr/share/doc/installation-guide-amd64/{code}/*.html",
        "en de fr ru zh=zh_CN ja es",
    ),
    manual("gimp", "gimp-help-{code}/usr/share/gimp/2.0/help/{under}/*.html", "en de ru zh=zh-cn"),
    manual("python-faq", "python3.11-doc/usr/share/doc/python3.11/html/*/*.html"),
    manual("django", "python-django-doc/usr/share/doc/python-django-doc/html/*/*.html"),
    manual("sqlite", "sqlite3-doc/usr/share/doc/sqlite3/*.html"),
    manual("privoxy", "privoxy/usr/share/doc/privoxy/faq/*.html"),
    manual("fetchmail", "fetchmail/usr/share/doc/fetchmail/*.html"),
    manual("policy", "debian-policy/usr/share/doc/debian-policy/policy.html/*.html"),
    manual("edu", "debian-edu-doc-{code}/usr/share/doc/debian-edu-doc-{code}/*.html", "en de"),
)
