import { EAST_PHRASES } from "./overview-phrases-east.ts";
import { ENGLISH_PHRASES } from "./overview-phrases-english.ts";
import { MORE_PHRASES } from "./overview-phrases-more.ts";
import type { OverviewPatterns } from "./overview-patterns.ts";

export type OverviewLanguage =
  | "en"
  | "de"
  | "fr"
  | "es"
  | "pt"
  | "it"
  | "nl"
  | keyof typeof EAST_PHRASES
  | keyof typeof MORE_PHRASES;

export const OVERVIEW_PATTERNS: Readonly<Record<OverviewLanguage, OverviewPatterns>> = {
  en: ENGLISH_PHRASES,
  de: {
    hint: "zusammen|uberblick|ubersicht|worum|um was geht|wovon|steht|dokument|datei|unterlagen|texte|weisst du|wissen sie|neu|zuletzt|abschnitt|kapitel|uberschrift|themen|inhaltsverz|vergleich|liste|nenne|zahle|zeige",
    before:
      "bitte|hallo|kannst du|konnen sie|konntest du|konnten sie|ich hatte gern|ich mochte|gib mir|geben sie mir|gib|erstelle|erstellen sie|mach|schreibe|zeig mir|zeige mir|zeigen sie mir|mir|kurz",
    behind: "bitte|kurz|fur mich|in kurze|in wenigen (?:worten|satzen)|auf",
    documents: [
      "welche (?:dokumente|dateien|unterlagen|texte) (?:hast du|haben sie|haben wir|habe ich|gibt es|sind|liegen|kennst du|kennen sie)(?: (?:da|vor|hier|vorhanden|verfugbar|hochgeladen))*",
      "(?:(?:liste|nenne|zeige|zeig|auflisten)(?: sie)?(?: mir)? )?(?:bitte )?(?:alle |die |meine )*(?:verfugbaren )?(?:dokumente|dateien|unterlagen)(?: auf(?:listen)?| zeigen| hier)?",
      "wie viele (?:dokumente|dateien|unterlagen) (?:gibt es|hast du|haben sie|haben wir|sind)(?: (?:es|da|hier|vorhanden|verfugbar))*",
      "was weisst du|was wissen sie",
    ],
    news: [
      "was ist (?:hier )?neu(?: hier| hinzugekommen| dazugekommen)?|was gibt es(?: hier)? neues|gibt s was neues|gibt es (?:etwas|was) neues|was wurde (?:zuletzt |neu )?(?:hochgeladen|hinzugefugt)",
      "(?:was sind |welches sind |zeige )?(?:die )?(?:neuesten|neuen|letzten) (?:dokumente|dateien|unterlagen)",
    ],
    sections: [
      "(?:(?:liste|nenne|zeige|was sind|welches sind)(?: sie)?(?: mir)? )(?:alle |die )*(?:abschnitte|kapitel|uberschriften|themen)(?: (?:von|der|des|in der|im|in|aus|aus der|aus dem) (?<x>.+?))?(?: auf)?",
      "(?:das )?inhaltsverzeichnis(?: (?:von|der|des) (?<x>.+?))?",
      "welche (?:abschnitte|kapitel|themen) (?:hat|gibt es in|enthalt|behandelt) (?<x>.+?)",
    ],
    overview: [
      "fasse?(?: sie)?(?: bitte)?(?: mir| uns)?(?: bitte)?(?: (?<x>.+?))??(?: bitte)?(?: kurz)? zusammen",
      "(?<x>.+?) (?:kurz )?zusammenfassen",
      "(?:eine? |einen |die )?(?:kurze[n]? |knappe[n]? |grobe[n]? )*(?:zusammenfassung|uberblick|ubersicht)(?: (?:von|vom|uber|zu|zum|zur|der|des) (?<x>.+?))?",
      "(?:worum|um was) geht(?: es| s)?(?: (?:hier|darin|eigentlich))*(?: (?:in|bei) (?<x>(?:diesem|diesen|dem|den|der|dieser) (?:dokumente?n?|text(?:en)?|dateie?n?|seite)))?",
      "was steht (?:hier drin|hier|darin|da drin|in (?:diesem dokument|diesen dokumenten|den dokumenten|dieser datei))",
    ],
    about: [
      "(?:worum|um was) geht(?: es| s) (?:in|im|bei|beim)(?: de[rmn])? (?<x>.+?)",
      "wovon handelt (?<x>.+?)",
      "was steht (?:in|im)(?: de[rmn])? (?<x>.+?)",
    ],
    compare: [
      "vergleich(?:e|en sie)?(?: bitte)?(?: mal)? (?<a>.+?) (?:mit|und) (?<b>.+?)(?: (?:hinsichtlich|bezuglich|in bezug auf) (?<aspect>.+?))?",
      "(?:ein )?vergleich (?:von|zwischen) (?<a>.+?) und (?<b>.+?)",
    ],
    list: [
      "(?:liste|nenne|zahle|zeige|nennen sie)(?: mir)?(?: bitte)? (?:alle|samtliche)(?: der)? (?<x>.+?)(?: auf)?",
    ],
    anything:
      "das dies diese dieses dieser diesen diesem alles alle es sie der die den dem des ganze ganzen gesamte gesamten dokument dokumente dokumenten dokuments datei dateien text texte texten textes seite seiten hier inhalt inhalte ordner sammlung und mir mal",
  },
  fr: {
    hint: "resume|apercu|synthese|vue d|de quoi|que (?:dit|contient)|document|fichier|texte|neuf|nouveau|nouveaute|ajoute|section|chapitre|titre|partie|table des|compare|liste|enumere|cite|nomme|quels sont tous|quelles sont toutes",
    before:
      "s il (?:te|vous) plait|bonjour|peux tu|pouvez vous|pourrais tu|pourriez vous|je voudrais|j aimerais(?: avoir)?|donne moi|donnez moi|fais moi|faites moi|fais|faites|montre moi|montrez moi|me|moi",
    behind: "s il (?:te|vous) plait|brievement|en bref|en quelques (?:mots|lignes|phrases)|pour moi",
    documents: [
      "quels (?:documents|fichiers|textes) (?:as tu|avez vous|avons nous|ai je|y a t il|sont disponibles|sont la|existent|connais tu|connaissez vous|peux tu lire|pouvez vous lire)(?: ici)?",
      "quels sont (?:les|mes|tes|vos) (?:documents|fichiers)(?: disponibles)?",
      "(?:(?:liste|listez|lister|montre|enumere|enumerez) )?(?:moi )?(?:tous )?(?:les |mes |la liste des )(?:documents|fichiers)(?: disponibles| ici)?",
      "combien de (?:documents|fichiers) (?:as tu|avez vous|y a t il|avons nous)(?: ici)?",
    ],
    news: [
      "quoi de neuf|qu y a t il de (?:nouveau|neuf)(?: ici)?|qu est ce qu il y a de (?:nouveau|neuf)|(?:quelles sont |quels sont )?les (?:nouveautes|derniers documents|documents les plus recents|nouveaux documents|derniers ajouts)",
      "qu est ce qui (?:est nouveau|a ete ajoute)(?: recemment)?|quelles nouveautes",
    ],
    sections: [
      "(?:(?:liste|listez|enumere|enumerez|donne moi|quels sont|quelles sont) )(?:tous |toutes )?les (?:sections|chapitres|titres|parties)(?: (?:de la|de l|du|des|de|d) (?<x>.+?))?",
      "(?:la )?table des matieres(?: (?:de la|de l|du|des|de|d) (?<x>.+?))?",
    ],
    overview: [
      "resume(?:z|r)?(?: moi| nous)?(?: (?<x>.+?))?",
      "(?:un |le |une |la )?(?:bref |court |rapide |petit )*(?:resume|apercu|synthese|vue d ensemble)(?: (?:de la|de l|du|des|de|d|sur) (?<x>.+?))?",
      "de quoi (?:parle|parlent|s agit il|traite|traitent|est il question)(?: t il)?(?: ici)?(?: dans)?(?: (?<x>(?:ce|cet|cette|ces|le|les|la) (?:documents?|textes?|fichiers?|page|pages)))?",
      "de quoi (?:parle t on|s agit il|ca parle)(?: ici)?",
    ],
    about: ["de quoi (?:parle|parlent|traite|traitent) (?<x>.+?)", "que (?:dit|contient) (?<x>.+?)"],
    compare: [
      "compare(?:z|r)?(?: moi)? (?<a>.+?) (?:et|avec|a) (?<b>.+?)(?: (?:en termes de|du point de vue de|concernant|quant a) (?<aspect>.+?))?",
    ],
    list: [
      "(?:liste|listez|enumere|enumerez|cite|citez|nomme|nommez)(?: moi)? (?:tous|toutes)(?: les| ces)? (?<x>.+?)",
      "quels sont tous les (?<x>.+?)",
      "quelles sont toutes les (?<x>.+?)",
    ],
    anything:
      "ce cet cette ces ca cela ceci tout tous toute toutes le la les l de du des mon mes document documents fichier fichiers texte textes page pages contenu ici dossier collection et",
  },
  es: {
    hint: "resum|sinopsis|vision|panorama|de que|que (?:dice|contiene)|documento|archivo|fichero|texto|nuevo|novedad|seccion|capitulo|apartado|titulo|indice|tabla|compar|lista|enumer|nombr|dime|cuales son tod|anadido|subido|agregado",
    before:
      "por favor|hola|puedes|puede|podrias|podria|quiero|quisiera|me gustaria|dame|deme|hazme|haz|haga|muestrame|muestreme|me",
    behind: "por favor|brevemente|en breve|en pocas palabras|en resumen",
    documents: [
      "(?:que|cuales) (?:documentos|archivos|ficheros|textos) (?:tienes|tiene|tenemos|tengo|hay|existen|conoces|puedes (?:ver|leer)|estan disponibles)(?: aqui| disponibles)?",
      "(?:(?:lista|listar|enumera|enumere|muestra|cuales son) )?(?:todos )?(?:los |mis |tus )(?:documentos|archivos|ficheros)(?: disponibles| aqui)?",
      "cuantos (?:documentos|archivos) (?:tienes|tiene|hay|tenemos)(?: aqui)?",
    ],
    news: [
      "que hay de nuevo(?: aqui)?|que hay nuevo|hay algo nuevo|que (?:se ha|han) (?:anadido|subido|agregado)(?: recientemente)?|que novedades hay|novedades",
      "(?:cuales son )?los (?:documentos|archivos) (?:mas )?(?:nuevos|recientes)|(?:los )?(?:ultimos|nuevos) (?:documentos|archivos)",
    ],
    sections: [
      "(?:(?:lista|listar|enumera|enumere|cuales son|dame) )(?:todos |todas )?(?:los|las) (?:secciones|capitulos|apartados|titulos)(?: (?:de la|del|de los|de las|de) (?<x>.+?))?",
      "(?:el )?(?:indice|tabla de contenidos?)(?: (?:de la|del|de) (?<x>.+?))?",
    ],
    overview: [
      "(?:resume|resumir|resuma|resumeme|resumame)(?: (?<x>.+?))?",
      "(?:un |una |el )?(?:breve |corto |pequeno )*(?:resumen|sinopsis|vision general|panorama)(?: (?:breve|general|corto))?(?: (?:de la|de los|de las|del|de|sobre) (?<x>.+?))?",
      "(?:de que (?:trata|va|se trata|habla|tratan|hablan))(?: (?:esto|todo esto))?(?: (?<x>(?:este|esta|estos|estas|el|los) (?:documentos?|textos?|archivos?|pagina)))?",
    ],
    about: ["de que (?:trata|va|habla|tratan) (?<x>.+?)", "que (?:dice|contiene) (?<x>.+?)"],
    compare: [
      "(?:compara|compare|comparar|comparame) (?<a>.+?) (?:y|e|con) (?<b>.+?)(?: (?:en cuanto a|respecto a|en terminos de) (?<aspect>.+?))?",
    ],
    list: [
      "(?:lista|listar|enumera|enumere|nombra|nombre|dime) (?:todos|todas)(?: los| las)? (?<x>.+?)",
      "cuales son (?:todos|todas) (?:los|las) (?<x>.+?)",
    ],
    anything:
      "esto este esta estos estas eso todo todos toda todas el la los las lo de del mi mis documento documentos archivo archivos texto textos pagina paginas contenido aqui carpeta y",
  },
  pt: {
    hint: "resum|sinopse|visao|panorama|do que|de que|sobre o que|o que (?:diz|contem|foi|e novo)|documento|arquivo|ficheiro|texto|nov[oai]|recente|ultimo|sec|capitulo|titulo|topico|indice|sumario|compar|lista|liste|enumere|nomeie|cite|quais sao tod",
    before:
      "por favor|ola|oi|pode|voce pode|poderia|podes|quero|queria|gostaria de|de me|da me|faca|faz|mostre|mostra|me",
    behind: "por favor|brevemente|em resumo|em poucas palavras",
    documents: [
      "(?:que|quais) (?:documentos|arquivos|ficheiros|textos) (?:voce tem|tens|tem|temos|tenho|ha|existem|conhece|estao disponiveis)(?: aqui| disponiveis)?",
      "(?:(?:liste|lista|listar|enumere|mostre|quais sao) )?(?:todos )?(?:os |meus |seus )(?:meus )?(?:documentos|arquivos|ficheiros)(?: disponiveis| aqui)?",
      "quantos (?:documentos|arquivos|ficheiros) (?:voce tem|tens|ha|existem|temos)(?: aqui)?",
    ],
    news: [
      "(?:o )?que ha de novo(?: aqui)?|o que e novo|ha algo novo|o que foi (?:adicionado|enviado)(?: recentemente)?|(?:quais sao )?(?:as )?novidades|quais as novidades",
      "(?:quais sao )?os (?:documentos|arquivos|ficheiros) mais recentes|(?:os )?(?:ultimos|novos) (?:documentos|arquivos|ficheiros)",
    ],
    sections: [
      "(?:(?:liste|lista|listar|enumere|quais sao) )(?:todos |todas )?(?:os|as) (?:secoes|seccoes|capitulos|titulos|topicos)(?: (?:da|do|dos|das|de) (?<x>.+?))?",
      "(?:o )?(?:indice|sumario)(?: (?:da|do|de) (?<x>.+?))?",
    ],
    overview: [
      "(?:resuma|resumir|resume|resumo)(?: (?:da |do |dos |das |de )?(?<x>.+?))?",
      "(?:um |uma |o )?(?:breve |curto |pequeno )*(?:resumo|sinopse|visao geral|panorama)(?: (?:breve|geral))?(?: (?:da|do|dos|das|de|sobre) (?<x>.+?))?",
      "(?:do que|de que|sobre o que) (?:se trata|trata|fala|e|tratam|falam)(?: (?:isto|isso))?(?: (?<x>(?:este|esta|estes|estas|esse|o|os) (?:documentos?|textos?|arquivos?|ficheiros?)))?",
    ],
    about: [
      "(?:do que|de que|sobre o que) (?:trata|fala|e|tratam) (?<x>.+?)",
      "o que (?:diz|contem) (?<x>.+?)",
    ],
    compare: [
      "(?:compare|compara|comparar) (?<a>.+?) (?:e|com) (?<b>.+?)(?: (?:em termos de|quanto a|em relacao a) (?<aspect>.+?))?",
    ],
    list: [
      "(?:liste|lista|listar|enumere|nomeie|cite) (?:todos|todas)(?: os| as)? (?<x>.+?)",
      "quais sao (?:todos|todas) (?:os|as) (?<x>.+?)",
    ],
    anything:
      "isto isso este esta estes estas esse essa tudo todo todos toda todas o a os as de do da dos das meu meus documento documentos arquivo arquivos ficheiro ficheiros texto textos pagina paginas conteudo aqui pasta e",
  },
  it: {
    hint: "riassum|sintesi|sintetizza|panoramica|sommario|riepilogo|di che|di cosa|cosa|che (?:dice|contiene)|documenti|file|testi|nuovo|novita|recent|ultimi|sezion|capitol|titol|argoment|indice|confront|paragona|compara|elenca|lista|nomina|enumera|quali sono tutt",
    before:
      "per favore|per piacere|ciao|buongiorno|puoi|puo|potresti|potrebbe|vorrei|voglio|dammi|mi dia|fammi|fai|mostrami|mi",
    behind: "per favore|per piacere|brevemente|in breve|in poche parole",
    documents: [
      "(?:che|quali) (?:documenti|file|testi) (?:hai|ha|abbiamo|ho|ci sono|esistono|conosci|sono disponibili|puoi (?:leggere|vedere))(?: qui| a disposizione)?",
      "(?:(?:elenca|elencami|lista|mostra|quali sono) )?(?:tutti )?(?:i |miei )(?:miei |tuoi )?(?:documenti|file)(?: disponibili| qui)?",
      "quanti (?:documenti|file) (?:hai|ha|ci sono|abbiamo)(?: qui)?",
    ],
    news: [
      "(?:che |che cosa |cosa )(?:c e|ce) di nuovo(?: qui)?|(?:ci sono )?novita|cosa e nuovo|che novita ci sono|cosa e stato (?:aggiunto|caricato)(?: di recente)?",
      "(?:quali sono )?(?:i documenti|i file) piu recenti|(?:gli )?ultimi (?:documenti|file)",
    ],
    sections: [
      "(?:(?:elenca|elencami|quali sono|lista) )(?:tutti |tutte )?(?:le|i|gli) (?:sezioni|capitoli|titoli|argomenti)(?: (?:della|del|dei|delle|di|dell) (?<x>.+?))?",
      "(?:l )?indice(?: (?:della|del|di|dell) (?<x>.+?))?",
    ],
    overview: [
      "(?:riassumi|riassumere|riassumimi|riassuma|sintetizza)(?: (?<x>.+?))?",
      "(?:un |una |il |la )?(?:breve |piccolo |piccola )*(?:riassunto|sintesi|panoramica|sommario|riepilogo)(?: (?:breve|generale))?(?: (?:della|del|dei|delle|degli|di|dell|su) (?<x>.+?))?",
      "di (?:che|che cosa|cosa) (?:si tratta|parla|tratta|parlano|trattano)(?: qui)?(?: (?<x>(?:questo|questa|questi|queste|il|i) (?:document[oi]|test[oi]|file)))?",
    ],
    about: [
      "di (?:che|che cosa|cosa) (?:parla|tratta) (?<x>.+?)",
      "(?:che cosa|cosa|che) (?:dice|contiene) (?<x>.+?)",
    ],
    compare: [
      "(?:confronta|confrontare|paragona|compara) (?<a>.+?) (?:e|ed|con) (?<b>.+?)(?: (?:in termini di|riguardo a|rispetto a) (?<aspect>.+?))?",
    ],
    list: [
      "(?:elenca|elencami|lista|nomina|enumera) (?:tutti|tutte)(?: i| gli| le)? (?<x>.+?)",
      "quali sono (?:tutti|tutte) (?:i|gli|le) (?<x>.+?)",
    ],
    anything:
      "questo questa questi queste cio tutto tutti tutta tutte il lo la i gli le l di del della mio miei documento documenti file testo testi pagina pagine contenuto qui cartella e",
  },
  nl: {
    hint: "vat|samen|overzicht|waar ga|wat staat|document|bestand|tekst|nieuw|laatste|toegevoegd|geupload|secties|hoofdstuk|paragraf|koppen|onderdelen|inhoudsop|vergelijk|noem|geef|som|toon",
    before:
      "alsjeblieft|alstublieft|graag|hallo|hoi|kun je|kunt u|kan je|zou je|ik wil(?: graag)?|geef me|geef mij|geef|maak|toon|laat me zien|me|mij",
    behind: "alsjeblieft|alstublieft|graag|kort|in het kort|in een paar (?:woorden|zinnen)",
    documents: [
      "welke (?:documenten|bestanden|teksten) (?:heb je|hebt u|hebben we|heb ik|zijn er|zijn|ken je|kent u|kun je (?:zien|lezen))(?: (?:hier|beschikbaar|allemaal))*",
      "(?:(?:lijst|noem|toon) )?(?:alle |de |mijn )+(?:beschikbare )?(?:documenten|bestanden)(?: op| hier)?",
      "hoeveel (?:documenten|bestanden) (?:heb je|hebt u|zijn er|hebben we)(?: hier)?",
    ],
    news: [
      "wat is (?:er )?nieuw(?: hier)?|is er (?:iets|wat) nieuws|wat is er (?:onlangs )?(?:toegevoegd|geupload)|nog nieuws",
      "(?:wat zijn )?(?:de )?(?:nieuwste|laatste|nieuwe) (?:documenten|bestanden)",
    ],
    sections: [
      "(?:(?:noem|geef|toon|wat zijn) )(?:alle |de )*(?:secties|hoofdstukken|paragrafen|koppen|onderdelen)(?: (?:van|in|uit) (?<x>.+?))?(?: op)?",
      "(?:de )?inhoudsopgave(?: van (?<x>.+?))?",
    ],
    overview: [
      "vat(?: (?<x>.+?))??(?: kort)? samen",
      "(?<x>.+?) samenvatten",
      "(?:een |de )?(?:korte |beknopte |algemeen )*(?:samenvatting|overzicht)(?: (?:van|over) (?<x>.+?))?",
      "waar gaat (?<x>dit|het|deze tekst|dit document|dit bestand)(?: allemaal)? over|waar gaan (?:deze (?:documenten|bestanden|teksten)) over",
    ],
    about: ["waar gaat (?<x>.+?) over", "wat staat er in (?<x>.+?)"],
    compare: [
      "vergelijk (?<a>.+?) (?:met|en) (?<b>.+?)(?: (?:wat betreft|op het gebied van) (?<aspect>.+?))?",
    ],
    list: ["(?:noem|geef|som|toon)(?: me)? alle (?<x>.+?)(?: op)?"],
    anything:
      "dit dat deze die het alles alle allemaal de een hele document documenten bestand bestanden tekst teksten pagina paginas inhoud hier map en",
  },
  ...EAST_PHRASES,
  ...MORE_PHRASES,
};
