"""Words for made-up office tables: column names with their questions, and row names."""

LANGUAGES = ("en", "de", "fr", "es", "ru", "zh")
# Column: names by language, then a question by language.
COLUMNS = {
    "price": (
        ("Price", "Preis", "Prix", "Precio", "Цена", "价格"),
        (
            "How much does {k} cost?",
            "Was kostet {k}?",
            "Combien coûte {k} ?",
            "¿Cuánto cuesta {k}?",
            "Сколько стоит {k}?",
            "{k}多少钱？",
        ),
    ),
    "stock": (
        ("In stock", "Bestand", "En stock", "Existencias", "В наличии", "库存"),
        (
            "How many units of {k} are in stock?",
            "Wie viele Stück von {k} sind vorrätig?",
            "Combien d'unités de {k} en stock ?",
            "¿Cuántas unidades de {k} hay?",
            "Сколько единиц {k} в наличии?",
            "{k}还有多少库存？",
        ),
    ),
    "due": (
        ("Due date", "Fällig am", "Échéance", "Vencimiento", "Срок", "截止日期"),
        (
            "When is {k} due?",
            "Wann ist {k} fällig?",
            "Quelle est l'échéance de {k} ?",
            "¿Cuándo vence {k}?",
            "Какой срок у {k}?",
            "{k}的截止日期是什么时候？",
        ),
    ),
    "start": (
        ("Start", "Beginn", "Début", "Inicio", "Начало", "开始日期"),
        (
            "When does {k} start?",
            "Wann beginnt {k}?",
            "Quand commence {k} ?",
            "¿Cuándo empieza {k}?",
            "Когда начинается {k}?",
            "{k}什么时候开始？",
        ),
    ),
    "room": (
        ("Room", "Raum", "Salle", "Sala", "Кабинет", "房间"),
        (
            "In which room is {k}?",
            "In welchem Raum ist {k}?",
            "Dans quelle salle se trouve {k} ?",
            "¿En qué sala está {k}?",
            "В каком кабинете {k}?",
            "{k}在哪个房间？",
        ),
    ),
    "team": (
        ("Team", "Abteilung", "Équipe", "Equipo", "Отдел", "部门"),
        (
            "Which team is responsible for {k}?",
            "Welche Abteilung ist für {k} zuständig?",
            "Quelle équipe s'occupe de {k} ?",
            "¿Qué equipo se encarga de {k}?",
            "Какой отдел отвечает за {k}?",
            "哪个部门负责{k}？",
        ),
    ),
    "status": (
        ("Status", "Status", "État", "Estado", "Статус", "状态"),
        (
            "What is the status of {k}?",
            "Wie ist der Status von {k}?",
            "Quel est l'état de {k} ?",
            "¿Cuál es el estado de {k}?",
            "Какой статус у {k}?",
            "{k}的状态是什么？",
        ),
    ),
    "weight": (
        ("Weight", "Gewicht", "Poids", "Peso", "Вес", "重量"),
        (
            "How heavy is {k}?",
            "Wie schwer ist {k}?",
            "Combien pèse {k} ?",
            "¿Cuánto pesa {k}?",
            "Сколько весит {k}?",
            "{k}有多重？",
        ),
    ),
    "duration": (
        ("Duration", "Dauer", "Durée", "Duración", "Длительность", "时长"),
        (
            "How long does {k} take?",
            "Wie lange dauert {k}?",
            "Combien de temps dure {k} ?",
            "¿Cuánto dura {k}?",
            "Сколько длится {k}?",
            "{k}需要多长时间？",
        ),
    ),
    "budget": (
        ("Budget", "Budget", "Budget", "Presupuesto", "Бюджет", "预算"),
        (
            "What is the budget for {k}?",
            "Wie hoch ist das Budget für {k}?",
            "Quel est le budget de {k} ?",
            "¿Cuál es el presupuesto de {k}?",
            "Какой бюджет у {k}?",
            "{k}的预算是多少？",
        ),
    ),
    "number": (
        ("Order no.", "Bestellnummer", "Référence", "N.º de pedido", "Артикул", "编号"),
        (
            "What is the order number of {k}?",
            "Welche Bestellnummer hat {k}?",
            "Quelle est la référence de {k} ?",
            "¿Cuál es el número de pedido de {k}?",
            "Какой артикул у {k}?",
            "{k}的编号是什么？",
        ),
    ),
    "phone": (
        ("Extension", "Durchwahl", "Poste", "Extensión", "Добавочный", "分机"),
        (
            "What is the extension for {k}?",
            "Welche Durchwahl hat {k}?",
            "Quel est le poste de {k} ?",
            "¿Cuál es la extensión de {k}?",
            "Какой добавочный номер у {k}?",
            "{k}的分机号是多少？",
        ),
    ),
    "version": (
        ("Version", "Version", "Version", "Versión", "Версия", "版本"),
        (
            "Which version of {k} is in use?",
            "Welche Version von {k} ist im Einsatz?",
            "Quelle version de {k} utilise-t-on ?",
            "¿Qué versión de {k} se usa?",
            "Какая версия {k} используется?",
            "{k}是什么版本？",
        ),
    ),
    "supplier": (
        ("Supplier", "Lieferant", "Fournisseur", "Proveedor", "Поставщик", "供应商"),
        (
            "Who supplies {k}?",
            "Wer liefert {k}?",
            "Qui fournit {k} ?",
            "¿Quién suministra {k}?",
            "Кто поставляет {k}?",
            "{k}的供应商是谁？",
        ),
    ),
}
ASKED = (
    (
        "What is the {h} of {k}?",
        "Was ist {h} von {k}?",
        "Quel est {h} de {k} ?",
        "¿Cuál es {h} de {k}?",
        "{h} для {k}?",
        "{k}的{h}是什么？",
    ),
    ("{h} {k}", "{h} {k}", "{h} {k}", "{h} {k}", "{h} {k}", "{k} {h}"),
    ("{k}: {h}?", "{k}: {h}?", "{k} : {h} ?", "¿{h} {k}?", "{k}: {h}?", "{h} {k}？"),
)
REVERSED = (
    "Which entry has {h} {v}?",
    "Bei welchem Eintrag ist {h} {v}?",
    "Quelle ligne a {h} {v} ?",
    "¿Qué entrada tiene {h} {v}?",
    "У чего {h} {v}?",
    "哪一项的{h}是{v}？",
)
KEYS = (
    ("Item", "Artikel", "Article", "Artículo", "Наименование", "名称"),
    (
        "desk lamp;office chair;label printer;projector;coffee machine;whiteboard;server rack;laptop stand;first-aid kit;forklift;safety helmet;standing desk;network switch;scanner;cable drum;spring audit;website relaunch;onboarding course;fire drill;data migration;night shift;inventory count;summer party;security training;payroll run;quality review;backup test;paint booth;test bench;cooling unit;reading room;archive;gatehouse;canteen;loading dock;workshop B;invoice tool;ticket system;mail gateway;door lock".split(
            ";"
        ),
        "Schreibtischlampe;Bürostuhl;Etikettendrucker;Beamer;Kaffeemaschine;Gabelstapler;Schutzhelm;Netzwerkschalter;Jahresinventur;Brandschutzübung;Datenumzug;Nachtschicht;Sommerfest;Einarbeitung;Prüfstand;Kühlanlage;Lesesaal;Pforte;Kantine;Werkstatt B;Rechnungsprüfung;Ticketsystem;Verbandskasten;Lackierkabine;Messestand".split(
            ";"
        ),
        "lampe de bureau;chaise;imprimante;projecteur;machine à café;chariot élévateur;casque;inventaire annuel;exercice incendie;migration des données;équipe de nuit;formation sécurité;banc d'essai;salle de lecture;cantine;atelier B;quai de chargement;accueil".split(
            ";"
        ),
        "lámpara;silla de oficina;impresora;proyector;cafetera;carretilla elevadora;casco;inventario anual;simulacro de incendio;migración de datos;turno de noche;formación;banco de pruebas;sala de lectura;comedor;taller B;muelle de carga;recepción".split(
            ";"
        ),
        "настольная лампа;офисный стул;принтер;проектор;кофемашина;погрузчик;каска;инвентаризация;пожарная тревога;перенос данных;ночная смена;обучение;испытательный стенд;читальный зал;столовая;цех Б;склад;проходная".split(
            ";"
        ),
        "台灯;办公椅;打印机;投影仪;咖啡机;叉车;安全帽;年度盘点;消防演习;数据迁移;夜班;安全培训;测试台;阅览室;食堂;二号车间;仓库;门卫室;服务器机柜;网络交换机".split(
            ";"
        ),
    ),
)
TEAMS = (
    "facilities;finance;purchasing;IT support;logistics;quality;sales;legal".split(";"),
    "Haustechnik;Buchhaltung;Einkauf;IT;Logistik;Qualität;Vertrieb;Recht".split(";"),
    "services généraux;finances;achats;informatique;logistique;qualité".split(";"),
    "mantenimiento;finanzas;compras;informática;logística;calidad".split(";"),
    "хозяйственный отдел;бухгалтерия;закупки;ИТ;логистика;качество".split(";"),
    "后勤部;财务部;采购部;信息部;物流部;质量部".split(";"),
)
STATES = (
    "open;done;in progress;delayed;cancelled;waiting for approval".split(";"),
    "offen;erledigt;in Arbeit;verzögert;abgesagt;wartet auf Freigabe".split(";"),
    "ouvert;terminé;en cours;en retard;annulé".split(";"),
    "abierto;terminado;en curso;retrasado;cancelado".split(";"),
    "открыто;готово;в работе;задержано;отменено".split(";"),
    "未开始;已完成;进行中;已延期;已取消".split(";"),
)
# Questions that no table of countries answers.
ABSENT = (
    "What is the longest river in {k}?",
    "Who is the president of {k}?",
    "What is the population of {k}?",
    "What is the highest mountain in {k}?",
    "When did {k} become independent?",
    "Welcher Fluss fließt durch {k}?",
    "Wie viele Einwohner hat {k}?",
    "Какая столица у {k}?",
    "What is the capital of {k}?",
    "{k}的首都是哪里？",
)
